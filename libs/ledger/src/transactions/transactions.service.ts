import { Injectable } from '@nestjs/common';
import type { JsonText, UnitOfWork } from '@app/kernel';
import { Clock, Database, notExpired } from '@app/kernel';
import { transactionEvents } from '../ledger.events.js';
import { TransactionNotFound } from '../ledger.problems.js';
import { accountsMoved } from './announced-fields.js';
import { newFields } from './transaction-fields.js';
import type { TransactionRow } from './transaction-text.js';
import { transactionJson } from './transaction-text.js';
import { selectTransaction } from './transaction.query.js';
import type { CreateTransactionRequest, EditTransactionRequest } from './transaction.request.js';
import type { Claim } from './transaction-writes.service.js';
import { TransactionWrites } from './transaction-writes.service.js';

/** Maximum number of transactions that one statement creates. */
const SET_SIZE = 500;

export interface LockedTransaction {
  readonly isTrashed: boolean;
  readonly accountIds: readonly string[];
}

@Injectable()
export class Transactions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly writes: TransactionWrites,
  ) {}

  create(workspaceId: string, request: CreateTransactionRequest): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, (work) => this.createIn(work, request));
  }

  async createIn(work: UnitOfWork, request: CreateTransactionRequest): Promise<JsonText> {
    const fields = newFields(request);
    const [created] = await this.writes.create(work, [fields]);
    const { id, body } = created!;
    work.audit(id);
    work.announce(transactionEvents.created(id, { data: accountsMoved(fields) }));
    return body ?? (await this.writes.read(work, [id]))[0]!;
  }

  /**
   * Creates many transactions in a unit of work and returns their IDs in the order of the requests.
   * @param claim runs for each set of transactions, before its event is published
   */
  async createAll(work: UnitOfWork, requests: readonly CreateTransactionRequest[], claim?: Claim): Promise<string[]> {
    const all = requests.map(newFields);
    const ids: string[] = [];
    for (let at = 0; at < all.length; at += SET_SIZE) {
      ids.push(...(await this.writes.create(work, all.slice(at, at + SET_SIZE), claim)).map(({ id }) => id));
    }
    return ids;
  }

  async get(workspaceId: string, id: string): Promise<JsonText> {
    const [row] = await this.database.read<TransactionRow>(
      workspaceId,
      selectTransaction(workspaceId, id, this.clock.now()),
    );
    if (!row) throw TransactionNotFound(id);
    return transactionJson(row);
  }

  /** Locks a transaction, live or in the trash. Returns null if it does not exist. */
  async lock(work: UnitOfWork, id: string): Promise<LockedTransaction | null> {
    const [locked] = await work.query<LockedTransaction & Record<string, unknown>>({
      name: 'ledger.lock-transaction',
      text: `
        select t.deleted_at is not null as "isTrashed", array_remove(array[t.account_id, t.to_account_id], null) as "accountIds"
        from ledger_transactions t where t.workspace_id = $1 and t.id = $2 and ${notExpired('t', '$3')} for no key update`,
      values: [work.workspaceId, id, this.clock.now()],
    });
    return locked ?? null;
  }

  /** Edits a transaction in a unit of work without announcing it. */
  async editIn(work: UnitOfWork, id: string, request: EditTransactionRequest): Promise<void> {
    await this.writes.edit(work, [{ id, request }]);
  }

  edit(workspaceId: string, id: string, request: EditTransactionRequest): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const [edited] = await this.writes.edit(work, [{ id, request }]);
      const { changed, accountIds } = edited!;
      if (changed.length > 0) work.announce(transactionEvents.updated(id, { changed, data: { accountIds } }));
      return (await this.writes.read(work, [id]))[0]!;
    });
  }
}
