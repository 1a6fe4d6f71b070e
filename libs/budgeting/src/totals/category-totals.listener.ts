import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import {
  CategoryReplaced,
  LedgerVerification,
  TransactionEdited,
  TransactionRestored,
  TransactionsAmended,
  TransactionsFiled,
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
    events.follow(TransactionsFiled, ({ transactionIds }, workspace) => addTransactions(workspace, transactionIds, 1));
    events.follow(TransactionsTrashed, ({ transactionIds }, workspace) =>
      addTransactions(workspace, transactionIds, -1),
    );
    events.follow(TransactionRestored, ({ transactionId }, workspace) =>
      addTransactions(workspace, [transactionId], 1),
    );
    events.follow(TransactionEdited, ({ transactionId, countedBefore }, workspace) =>
      addEdited(workspace, transactionId, countedBefore),
    );
    events.follow(TransactionsImported, ({ importId }, workspace) => addImported(workspace, importId));
    events.follow(TransactionsRevalued, ({ changes }) => addChanges(changes));
    events.follow(TransactionsAmended, ({ changes }) => addChanges(changes));
    events.on(CategoryReplaced, async ({ fromId, toId }, work) => {
      work.send(holdTotals(work.workspaceId, [fromId, toId]));
      work.send(moveTotals(work.workspaceId, fromId, toId));
    });
    verification.include(CATEGORY_TOTALS);
  }
}
