import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { TransactionsDeleted } from '@app/ledger';

/** Deletes what rules did to transactions that are deleted for good: their texts must not live on here. */
@Injectable()
export class DeleteRuleHistory {
  constructor(events: DomainEvents) {
    events.on(TransactionsDeleted, async ({ transactions }, work) => {
      await work.query({
        text: `
          with gone as materialized (
            select * from unnest($1::uuid[], $2::uuid[]) as t (workspace_id, id)
          ), effects as (
            delete from categorising_effects e using gone
            where e.workspace_id = gone.workspace_id and e.transaction_id = gone.id)
          delete from categorising_changes c using gone
          where c.workspace_id = gone.workspace_id and c.transaction_id = gone.id`,
        values: [transactions.map(({ workspaceId }) => workspaceId), transactions.map(({ id }) => id)],
      });
    });
  }
}
