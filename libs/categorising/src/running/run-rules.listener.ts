import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { TransactionsCreated } from '@app/ledger';
import { liveTransactions } from '../matching/matchable-rows.query.js';
import { RuleRunning } from './rule-running.service.js';

/** Runs the rules on new transactions in the same unit of work. Imports run the rules separately. */
@Injectable()
export class RunRules {
  constructor(events: DomainEvents, running: RuleRunning) {
    events.on(TransactionsCreated, async ({ transactionIds, subscribed }, work) => {
      if (!subscribed) return;
      const rows = liveTransactions(
        work.workspaceId,
        (values) => `t.type in ('expense', 'income') and t.id = any(${values.bind(transactionIds)}::uuid[])`,
      );
      await running.meetArrivals(work, rows);
    });
  }
}
