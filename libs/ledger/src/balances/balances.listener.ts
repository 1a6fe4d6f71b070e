import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import {
  TransactionsEdited,
  TransactionsCreated,
  TransactionsImported,
  TransactionsRestored,
  TransactionsTrashed,
} from '../ledger.events.js';
import { addEdited, addImported, addTransactions } from './balances.query.js';

/** Keeps the positions and the days of accounts what their live transactions add up to (decision 0005). */
@Injectable()
export class Balances {
  constructor(events: DomainEvents) {
    for (const event of [TransactionsCreated, TransactionsRestored]) {
      events.onStatement(event, ({ transactionIds }, workspace) => addTransactions(workspace, transactionIds, 1));
    }
    events.onStatement(TransactionsImported, ({ importId }, workspace) => addImported(workspace, importId));
    events.onStatement(TransactionsEdited, ({ transactionIds, before }, workspace) =>
      addEdited(workspace, transactionIds, before),
    );
    events.onStatement(TransactionsTrashed, ({ transactionIds }, workspace) =>
      addTransactions(workspace, transactionIds, -1),
    );
  }
}
