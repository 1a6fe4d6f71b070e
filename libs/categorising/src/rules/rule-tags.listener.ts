import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import type { Statement } from '@app/kernel';
import { TagReplaced, TransactionsEdited } from '@app/ledger';
import { Rules } from './rules.service.js';

/** Updates rules and the undo history when a tag is renamed or merged. */
@Injectable()
export class RuleTags {
  constructor(events: DomainEvents, rules: Rules) {
    events.on(TagReplaced, async ({ from, to, transactionIds, hadBothIds }, work) => {
      await rules.renameTag(work, from.name, to.name);
      if (transactionIds.length === 0) return;
      await work.query({ text: REPLACE, values: [work.workspaceId, from.id, to.id, transactionIds, hadBothIds] });
    });
    events.onStatement(TransactionsEdited, ({ taggedIds }, workspaceId) => forgetTakenTags(workspaceId, taggedIds));
  }
}

/**
 * Returns the statement that removes tags from the undo history after users removed them from transactions. Otherwise,
 * undoing the run would also remove a tag that the user has added again.
 */
function forgetTakenTags(workspaceId: string, transactionIds: readonly string[]): Statement | null {
  if (transactionIds.length === 0) return null;
  return { name: 'categorising.forget-taken-tags', text: FORGET, values: [workspaceId, transactionIds] };
}

const FORGET = `
  update categorising_changes c set added_tag_ids = nullif(array(
    select tag.id from unnest(c.added_tag_ids) with ordinality as tag (id, n) where tag.id = any(t.tag_ids) order by tag.n), '{}')
  from ledger_live_transactions($1) t
  where c.workspace_id = $1 and c.transaction_id = any($2::uuid[]) and t.id = c.transaction_id
    and not c.added_tag_ids <@ coalesce(t.tag_ids, '{}')`;

// After two tags are merged, an undo must not remove the remaining tag from transactions that already had it before the
// run.
const REPLACE = `
  update categorising_changes c set added_tag_ids = nullif(
    case when c.transaction_id = any($5::uuid[]) then array_remove(c.added_tag_ids, $2::uuid)
      else array_replace(c.added_tag_ids, $2::uuid, $3::uuid) end, '{}')
  where c.workspace_id = $1 and c.transaction_id = any($4::uuid[]) and $2 = any(c.added_tag_ids)`;
