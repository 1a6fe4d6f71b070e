import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import {
  AccountDeleted,
  CategoryReplaced,
  LedgerVerification,
  TransactionsEdited,
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
  deleteAccountTotals,
  holdTotals,
  moveTotals,
} from './totals.query.js';
import { TOTAL_FIGURES } from './total-figures.query.js';

/** Keeps the totals of categories and accounts what the live transactions add up to (decisions 0018 and 0050). */
@Injectable()
export class Totals {
  constructor(events: DomainEvents, verification: LedgerVerification) {
    for (const event of [TransactionsCreated, TransactionsRestored]) {
      events.onStatement(event, ({ countedIds }, workspace) => addTransactions(workspace, countedIds, 1));
    }
    events.onStatement(TransactionsTrashed, ({ countedIds }, workspace) => addTransactions(workspace, countedIds, -1));
    events.onStatement(TransactionsEdited, ({ transactionIds, before }, workspace) =>
      addEdited(workspace, transactionIds, before),
    );
    events.onStatement(TransactionsImported, ({ importId }, workspace) => addImported(workspace, importId));
    for (const event of [TransactionsRevalued, TransactionsBulkEdited]) {
      events.onStatement(event, ({ changes }) => addChanges(changes));
    }
    events.on(CategoryReplaced, async ({ fromId, toId }, work) => {
      work.enqueue(holdTotals(work.workspaceId, [fromId, toId]));
      work.enqueue(moveTotals(work.workspaceId, fromId, toId));
    });
    events.onStatement(AccountDeleted, ({ accountId }, workspace) => deleteAccountTotals(workspace, accountId));
    TOTAL_FIGURES.forEach((check) => verification.include(check));
  }
}
