import { Injectable } from '@nestjs/common';
import type { Statement } from '@app/kernel';
import { DomainEvents } from '@app/kernel';
import {
  TagDeleted,
  TagReplaced,
  TransactionsEdited,
  TransactionsBulkEdited,
  TransactionsCreated,
  TransactionsRestored,
  TransactionsTrashed,
} from '../ledger.events.js';

const KEY = 'tag_id, live, date, transaction_id';

/** Updates tag entries and counts when transactions change (decision 0051). Imported transactions have no tags. */
@Injectable()
export class TagEntries {
  constructor(events: DomainEvents) {
    for (const event of [TransactionsCreated, TransactionsEdited, TransactionsTrashed, TransactionsRestored]) {
      events.onStatement(event, ({ taggedIds }, workspace) => followTags(workspace, taggedIds));
    }
    events.onStatement(TransactionsBulkEdited, ({ taggedIds }, workspace) => followTags(workspace, taggedIds));
    events.onStatement(TagReplaced, ({ from, to }, workspace) =>
      from.id === to.id ? null : moveEntries(workspace, from.id, to.id),
    );
    events.onStatement(TagDeleted, ({ tagId }, workspace) => dropEntries(workspace, tagId));
  }
}

// Returns the statement that updates tag entries and counts to match the transactions. Writers cannot deadlock, because
// the query that wrote the transactions has locked them and this statement locks tags in ID order.
function followTags(workspaceId: string, transactionIds: readonly string[]): Statement | null {
  if (transactionIds.length === 0) return null;
  return { name: 'ledger.follow-tags', text: FOLLOW, values: [workspaceId, transactionIds] };
}

const FOLLOW = `
  with due as materialized (
    select tag.id as tag_id, t.deleted_at is null as live, t.date, t.id as transaction_id
    from ledger_transactions t cross join unnest(t.tag_ids) as tag (id)
    where t.workspace_id = $1 and t.id = any($2::uuid[])
  ), existing as materialized (
    select ${KEY} from ledger_tag_entries where workspace_id = $1 and transaction_id = any($2::uuid[])
  ), deleted as (
    delete from ledger_tag_entries e using (select ${KEY} from existing except select ${KEY} from due) old
    where e.workspace_id = $1 and (e.tag_id, e.live, e.date, e.transaction_id) = (old.tag_id, old.live, old.date, old.transaction_id)
  ), inserted as (
    insert into ledger_tag_entries (workspace_id, ${KEY})
    select $1, ${KEY} from (select ${KEY} from due except select ${KEY} from existing) new
  ), change as materialized (
    select tag_id, sum(n)::int as n from (
      select tag_id, 1 as n from due where live
      union all
      select tag_id, -1 from existing where live) side
    group by tag_id having sum(n) <> 0
  ), locked as materialized (
    select id from ledger_tags where workspace_id = $1 and id in (select tag_id from change) order by id for no key update
  )
  update ledger_tags tag set live_count = tag.live_count + change.n
  from locked join change on change.tag_id = locked.id
  where tag.workspace_id = $1 and tag.id = locked.id`;

function moveEntries(workspaceId: string, fromId: string, toId: string): Statement {
  return {
    text: `
      with deleted as (
        delete from ledger_tag_entries where workspace_id = $1 and tag_id = $2 returning live, date, transaction_id
      ), inserted as (
        insert into ledger_tag_entries (workspace_id, ${KEY})
        select $1, $3::uuid, live, date, transaction_id from deleted
        on conflict do nothing returning live
      )
      update ledger_tags set live_count = live_count + (select count(*) filter (where live) from inserted)
      where workspace_id = $1 and id = $3`,
    values: [workspaceId, fromId, toId],
  };
}

function dropEntries(workspaceId: string, tagId: string): Statement {
  return {
    text: `delete from ledger_tag_entries where workspace_id = $1 and tag_id = $2`,
    values: [workspaceId, tagId],
  };
}
