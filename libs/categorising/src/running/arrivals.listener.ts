import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { TransactionsImported, TransactionsRecorded } from '@app/ledger';
import { RuleRunning } from './rule-running.service.js';

/** Runs the rules over what has just been entered, within the same unit of work. */
@Injectable()
export class Arrivals {
  constructor(events: DomainEvents, running: RuleRunning) {
    // Where no rule is enabled, the ledger knows that it need not tell.
    events.onWhereFollowed(TransactionsRecorded, async ({ transactionIds, followed }, work) => {
      if (!followed) return;
      await running.meetArrivals(work, (values) => `t.id = any(${values.bind(transactionIds)}::uuid[])`);
    });
    events.on(TransactionsImported, ({ importId }, work) =>
      running.meetArrivals(work, (values) => `t.import_id = ${values.bind(importId)}::uuid`),
    );
  }
}
