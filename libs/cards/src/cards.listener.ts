import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { AccountDeleted, TransactionsDeleted } from '@app/ledger';
import { forgetPlans } from './installments/installments.query.js';

@Injectable()
export class CardFollowers {
  constructor(events: DomainEvents) {
    events.onStatement(TransactionsDeleted, ({ transactions }) => forgetPlans(transactions));
    events.on(AccountDeleted, async ({ accountId }, work) => {
      await work.query({
        text: `delete from cards_statements where workspace_id = $1 and account_id = $2`,
        values: [work.workspaceId, accountId],
      });
    });
  }
}
