import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import {
  LedgerVerification,
  TransactionsCreated,
  TransactionsDeleted,
  TransactionsEdited,
  TransactionsImporting,
  TransactionsRestored,
  TransactionsTrashed,
} from '@app/ledger';
import { relinkRestored, forgetTrashed, unlinkTrashed } from './matching.query.js';
import { ImportMatching } from './import-matching.service.js';
import { Matching } from './matching.service.js';
import { SCHEDULE_FIGURES } from './schedule-figures.query.js';

/** Matches new transactions with schedules, and updates the matches after changes (decision 0070). */
@Injectable()
export class MatchTransactions {
  constructor(events: DomainEvents, verification: LedgerVerification, matching: Matching, imports: ImportMatching) {
    events.on(TransactionsCreated, async ({ transactionIds, subscribed }, work) => {
      if (subscribed) await matching.matchCreated(work, transactionIds);
    });
    events.on(TransactionsImporting, (importing, work) => imports.matchImported(work, importing));
    events.on(TransactionsEdited, async ({ transactionIds, scheduledIds, subscribed }, work) => {
      if (scheduledIds.length > 0 || subscribed) await matching.rematch(work, transactionIds);
    });
    events.onStatement(TransactionsTrashed, ({ scheduledIds }, workspace) =>
      scheduledIds.length === 0 ? null : unlinkTrashed(workspace, scheduledIds),
    );
    events.onStatement(TransactionsRestored, ({ scheduledIds }, workspace) =>
      scheduledIds.length === 0 ? null : relinkRestored(workspace, scheduledIds),
    );
    events.onStatement(TransactionsDeleted, ({ transactions }) => forgetTrashed(transactions));
    SCHEDULE_FIGURES.forEach((check) => verification.include(check));
  }
}
