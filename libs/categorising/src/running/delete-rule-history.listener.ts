import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import type { Statement } from '@app/kernel';
import { TransactionsDeleted } from '@app/ledger';

/**
 * Deletes the rule history of transactions that are permanently deleted, because it contains their descriptions and
 * notes.
 */
@Injectable()
export class DeleteRuleHistory {
  constructor(events: DomainEvents) {
    events.on(TransactionsDeleted, async ({ transactions }, work) => {
      const ofWorkspaces = Map.groupBy(transactions, ({ workspaceId }) => workspaceId);
      for (const [workspaceId, deleted] of ofWorkspaces)
        await work.query(
          forgetRuns(
            workspaceId,
            deleted.map(({ id }) => id),
          ),
        );
    });
  }
}

/**
 * Returns the statement that deletes the rule history of transactions. The IDs are a bound array, because a join with a
 * table without statistics would scan the workspace once per ID.
 */
function forgetRuns(workspaceId: string, ids: readonly string[]): Statement {
  return {
    text: `
      with effects as (
        delete from categorising_effects where workspace_id = $1 and transaction_id = any($2::uuid[]))
      delete from categorising_changes where workspace_id = $1 and transaction_id = any($2::uuid[])`,
    values: [workspaceId, ids],
  };
}
