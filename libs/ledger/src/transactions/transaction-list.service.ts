import { Injectable } from '@nestjs/common';
import type { JsonText, UnitOfWork } from '@app/kernel';
import { Clock, Database } from '@app/kernel';
import { notExpired } from '../trash-retention.query.js';
import { listTransactions, transactionPage, TRANSACTION_LIST } from './transaction-list.query.js';
import type { TransactionRow } from './transaction-text.js';
import type { ListTransactionsRequest } from './transaction.request.js';

/** Reads pages of transactions. */
@Injectable()
export class TransactionList {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async page(workspaceId: string, request: ListTransactionsRequest): Promise<JsonText> {
    const horizon = request.updatedSince === undefined ? null : await this.database.safeReadHorizon(workspaceId);
    const statement = listTransactions(workspaceId, request, this.clock.now(), horizon);
    const sortedBy = request.updatedSince === undefined ? 'day' : 'updatedAt';
    const rows = await this.database.read<TransactionRow>(workspaceId, statement);
    return transactionPage(TRANSACTION_LIST, request, sortedBy, rows);
  }

  /** Whether a transaction, live or in the trash, or a part of one names the contact. */
  async nameContact(work: UnitOfWork, contactId: string): Promise<boolean> {
    const [found] = await work.query<{ named: boolean }>({
      text: `
        select exists (
            select from ledger_transactions t
            where t.workspace_id = $1 and t.contact_id = $2 and ${notExpired('t', '$3')})
          or exists (
            select from ledger_splits s
            join ledger_transactions t on t.workspace_id = s.workspace_id and t.id = s.transaction_id
            where s.workspace_id = $1 and s.contact_id = $2 and ${notExpired('t', '$3')}) as named`,
      values: [work.workspaceId, contactId, this.clock.now()],
    });
    return found!.named;
  }
}
