import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import {
  CategoryReplaced,
  LedgerVerification,
  TransactionEdited,
  TransactionsRestored,
  TransactionsBulkEdited,
  TransactionsCreated,
  TransactionsImported,
  TransactionsRevalued,
  TransactionsTrashed,
} from '@app/ledger';
import {
  addEdited,
  addImported,
  addChanges,
  addTransactions,
  CATEGORY_TOTALS,
  holdTotals,
  moveTotals,
} from './category-totals.query.js';

/** Keeps the totals of categories what the live transactions add up to (decision 0018). */
@Injectable()
export class CategoryTotals {
  constructor(events: DomainEvents, verification: LedgerVerification) {
    for (const event of [TransactionsCreated, TransactionsRestored]) {
      events.onStatement(event, ({ categorizedIds }, workspace) => addTransactions(workspace, categorizedIds, 1));
    }
    events.onStatement(TransactionsTrashed, ({ categorizedIds }, workspace) =>
      addTransactions(workspace, categorizedIds, -1),
    );
    events.onStatement(TransactionEdited, ({ transactionId, before }, workspace) =>
      addEdited(workspace, transactionId, before),
    );
    events.onStatement(TransactionsImported, ({ importId }, workspace) => addImported(workspace, importId));
    for (const event of [TransactionsRevalued, TransactionsBulkEdited]) {
      events.onStatement(event, ({ changes }) => addChanges(changes));
    }
    events.on(CategoryReplaced, async ({ fromId, toId }, work) => {
      work.enqueue(holdTotals(work.workspaceId, [fromId, toId]));
      work.enqueue(moveTotals(work.workspaceId, fromId, toId));
    });
    verification.include(CATEGORY_TOTALS);
  }
}
