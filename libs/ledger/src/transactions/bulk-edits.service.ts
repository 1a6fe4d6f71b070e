import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { notExpired, Values } from '@app/kernel';
import type { ActivityJson } from '../ledger.events.js';
import { TransactionsBulkEdited } from '../ledger.events.js';
import { TransactionNotFound } from '../ledger.problems.js';
import { MAX_TAGS } from '../tags/tag-name.js';
import { countsAs } from './transaction.query.js';

export interface AssignedCategory {
  readonly categoryId: string | null;
  readonly source: 'person' | 'rule' | 'import' | null;
}

interface EditedTransactions extends Record<string, unknown> {
  readonly ids: string[];
  readonly tagged: string[];
  readonly counted: ActivityJson | null;
}

/** Tags of `t` without the removed tags and with the added tags, up to the maximum number. */
const CHANGED_TAGS = `nullif(array(
  select tag.id from unnest(t.tag_ids || c.added_tag_ids) with ordinality as tag (id, n)
  where tag.id <> all(coalesce(c.removed_tag_ids, '{}')) group by tag.id order by min(tag.n) limit ${MAX_TAGS}), '{}')`;

/** Applies the changes that rules make to descriptions, notes, categories and tags, and undoes them. */
@Injectable()
export class BulkEdits {
  /**
   * Changes transactions in one statement and publishes the event. Skips a transaction that has changed since the
   * caller read it, so that a user's edit is not overwritten.
   * @param rows builds the query. Its columns are id; category_id, category_source, description and notes; the same
   * four columns with the suffix _before and the values that the caller read; added_tag_ids and removed_tag_ids, which
   * are null to keep the tags
   * @returns the IDs of the changed transactions
   */
  async apply(work: UnitOfWork, rows: (values: Values) => string): Promise<string[]> {
    const values = new Values();
    const workspace = `${values.bind(work.workspaceId)}::uuid`;
    const [amended] = await work.query<EditedTransactions>({
      text: `
        with change as materialized (${rows(values)}
        ), amended as (
          update ledger_transactions t set category_id = c.category_id,
            category_source = nullif(c.category_source, 'person'), description = c.description, notes = c.notes,
            tag_ids = case when c.added_tag_ids is null and c.removed_tag_ids is null then t.tag_ids else ${CHANGED_TAGS} end
          from change c
          where t.workspace_id = ${workspace} and t.id = c.id and t.deleted_at is null
            and t.category_id is not distinct from c.category_id_before
            and case when t.category_id is not null then coalesce(t.category_source, 'person') end
              is not distinct from c.category_source_before
            and t.description = c.description_before and t.notes is not distinct from c.notes_before
            and (c.category_id is null or (t.split_count = 0 and t.type in ('expense', 'income')))
          returning t.id, c.added_tag_ids is not null or c.removed_tag_ids is not null as is_tagged, c.category_id_before, t.category_id, t.date, t.account_id, t.type, t.split_count,
            case t.type when 'expense' then t.base_amount else -t.base_amount end as amount
        ), change_of_count as (
          select amended.account_id, side.category_id, ${countsAs('amended.type', workspace, 'side.category_id')} as type,
            amended.date as day, sum(side.sign * amended.amount) as amount, sum(side.sign) as count
          from amended cross join lateral (
            values (amended.category_id_before, -1), (amended.category_id, 1)) side (category_id, sign)
          where amended.type in ('expense', 'income') and amended.split_count = 0 and amended.amount is not null
          group by 1, 2, 3, 4 having sum(side.sign * amended.amount) <> 0 or sum(side.sign) <> 0)
        select coalesce((select array_agg(id) from amended), '{}') as ids,
          coalesce((select array_agg(id) from amended where is_tagged), '{}') as tagged,
          (select json_agg(json_build_object('workspace_id', ${workspace}, 'account_id', account_id,
            'category_id', category_id, 'type', type, 'day', day, 'amount', amount, 'count', count))::text from change_of_count) as counted`,
      values: values.list,
    });
    const { ids, tagged, counted } = amended!;
    if (ids.length > 0) await work.publish(new TransactionsBulkEdited(ids, counted ?? '[]', tagged));
    return ids;
  }

  /**
   * Removes tags from trashed transactions, which `apply` skips.
   * @param rows builds the query. Its columns are id and removed_tag_ids
   * @returns the IDs of the changed transactions
   */
  async removeTagsInTrash(work: UnitOfWork, rows: (values: Values) => string): Promise<string[]> {
    const values = new Values();
    const changed = await work.query<{ id: string }>({
      text: `
        with change as materialized (${rows(values)}
        )
        update ledger_transactions t set tag_ids = nullif(array(
          select tag.id from unnest(t.tag_ids) with ordinality as tag (id, n)
          where tag.id <> all(c.removed_tag_ids) order by tag.n), '{}')
        from change c
        where t.workspace_id = ${values.bind(work.workspaceId)}::uuid and t.id = c.id and t.deleted_at is not null
          and t.tag_ids && c.removed_tag_ids
        returning t.id`,
      values: values.list,
    });
    const ids = changed.map(({ id }) => id);
    if (ids.length > 0) await work.publish(new TransactionsBulkEdited(ids, '[]', ids));
    return ids;
  }

  /** @throws TransactionNotFound if the transaction is neither live nor in the trash */
  async assignedCategory(work: UnitOfWork, id: string, now: Date): Promise<AssignedCategory> {
    const [category] = await work.query<{ categoryId: string | null; source: AssignedCategory['source'] }>({
      text: `
        select t.category_id as "categoryId",
          case when t.category_id is not null then coalesce(t.category_source, 'person') end as source
        from ledger_transactions t where t.workspace_id = $1 and t.id = $2 and ${notExpired('t', '$3')}`,
      values: [work.workspaceId, id, now],
    });
    if (!category) throw TransactionNotFound(id);
    return category;
  }

  /**
   * Subscribes a higher context to the new transactions of a workspace, or unsubscribes it. If there are no
   * subscribers, `subscribed` is false in the events, so that listeners can skip them.
   * @param subscriber name of the context
   */
  async subscribe(work: UnitOfWork, subscriber: string, wanted: boolean): Promise<void> {
    await work.query({
      text: wanted
        ? `insert into ledger_subscriptions (workspace_id, subscriber) values ($1, $2) on conflict do nothing`
        : `delete from ledger_subscriptions where workspace_id = $1 and subscriber = $2`,
      values: [work.workspaceId, subscriber],
    });
  }
}
