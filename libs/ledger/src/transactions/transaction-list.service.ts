import { Injectable } from '@nestjs/common';
import type { JsonText } from '@app/kernel';
import { Clock, Database } from '@app/kernel';
import { listTransactions, pageText, TRANSACTION_LIST } from './transaction-list.query.js';
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
    const settled = request.updatedSince === undefined ? null : await this.database.safeReadHorizon(workspaceId);
    const statement = listTransactions(workspaceId, request, this.clock.now(), settled);
    const sortedBy = request.updatedSince === undefined ? 'day' : 'updatedAt';
    const rows = await this.database.read<TransactionRow>(workspaceId, statement);
    return pageText(TRANSACTION_LIST, request, sortedBy, rows);
  }
}
