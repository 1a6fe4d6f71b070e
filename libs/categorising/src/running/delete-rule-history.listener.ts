import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import type { Statement } from '@app/kernel';
import { TransactionsDeleted } from '@app/ledger';

/** Deletes what rules did to transactions that are deleted for good: their texts must not live on here. */
@Injectable()
export class DeleteRuleHistory {
  constructor(events: DomainEvents) {
    events.on(TransactionsDeleted, async ({ transactions }, work) => {
      const ofWorkspaces = Map.groupBy(transactions, ({ workspaceId }) => workspaceId);
      for (const [workspaceId, gone] of ofWorkspaces)
        await work.query(
          forgetRuns(
            workspaceId,
            gone.map(({ id }) => id),
          ),
        );
    });
  }
}

/**
 * The ids are a value, and those of one workspace: a join with them would look through the whole workspace for each where
 * statistics do not know it yet.
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
