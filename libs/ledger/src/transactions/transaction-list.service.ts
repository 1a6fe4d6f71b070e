import { Injectable } from '@nestjs/common';
import type { JsonText, Statement, UnitOfWork } from '@app/kernel';
import { ActiveWork, Clock, Database, knownAs, notExpired, ValidationFailed } from '@app/kernel';
import { accountNames, selectAccountNames } from '../accounts/account-names.query.js';
import { listTransactions, liveList, transactionPage } from './transaction-list.query.js';
import type { TransactionRow } from './transaction-text.js';
import type { ListTransactionsRequest } from './transaction.request.js';

const TAG_AND_UNTAGGED = {
  parameter: 'untagged',
  code: 'NOT_ALLOWED',
  detail: 'must not be true together with tag',
} as const;

@Injectable()
export class TransactionList {
  constructor(
    private readonly database: Database,
    private readonly activeWork: ActiveWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a page of transactions.
   * @throws ValidationFailed if filters exclude each other; CursorInvalid
   */
  async page(workspaceId: string, request: ListTransactionsRequest): Promise<JsonText> {
    const statement = await this.statement(workspaceId, request);
    const read = () => this.database.read<TransactionRow>(workspaceId, statement);
    // Clients continue from the last change on the page. A replica may miss a change, so it must not serve this read.
    const rows = await (request.updatedSince === undefined ? read() : knownAs({ readsReplica: false }, read));
    return pageFrom(workspaceId, request, rows);
  }

  /** Returns a page of transactions, and the names of the workspace's accounts by ID. */
  async pageWithAccounts(workspaceId: string, request: ListTransactionsRequest) {
    const statement = await this.statement(workspaceId, request);
    const [rows, named] = await this.database.read(workspaceId, [statement, selectAccountNames(workspaceId)]);
    return { page: pageFrom(workspaceId, request, rows as TransactionRow[]), accounts: accountNames(named!) };
  }

  private async statement(workspaceId: string, request: ListTransactionsRequest): Promise<Statement> {
    if (request.tag !== undefined && request.untagged) throw ValidationFailed([TAG_AND_UNTAGGED]);
    const horizon = request.updatedSince === undefined ? null : await this.activeWork.safeReadHorizon(workspaceId);
    return listTransactions(workspaceId, request, this.clock.now(), horizon);
  }

  /** True if a live or trashed transaction, or a split of one, refers to the contact. */
  async nameContact(work: UnitOfWork, contactId: string): Promise<boolean> {
    const [row] = await work.query<{ named: boolean }>({
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
    return row!.named;
  }
}

function pageFrom(workspaceId: string, request: ListTransactionsRequest, rows: readonly TransactionRow[]): JsonText {
  const sortedBy = request.updatedSince === undefined ? 'day' : 'updatedAt';
  return transactionPage(liveList(workspaceId), request, sortedBy, rows);
}
