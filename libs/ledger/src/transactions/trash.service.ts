import { Injectable } from '@nestjs/common';
import type { JsonText, PageRequest, UnitOfWork } from '@app/kernel';
import { Clock, Database, Money, notExpired } from '@app/kernel';
import { shownBalance } from '../accounts/account-type.js';
import { transactionEvents, TransactionsDeleted, TransactionsRestored, TransactionsTrashed } from '../ledger.events.js';
import { trashEvents } from '../ledger.events.js';
import { AccountNotActive, TransactionNotFound, TransactionNotInTrash } from '../ledger.problems.js';
import { transactionPage, readPosition } from './transaction-list.query.js';
import type { TransactionRow } from './transaction-text.js';
import { fieldOf, isTrashed, transactionJson } from './transaction-text.js';
import { joinCategory, selectTransaction, selectTransactions, packedRow } from './transaction.query.js';
import type { MovedAccount } from './trash.query.js';
import { accountsOf, setTrashed } from './trash.query.js';

interface TrashChange extends Record<string, unknown> {
  readonly id: string;
  readonly isCounted: boolean;
  readonly isDebt: boolean;
  readonly isTagged: boolean;
  readonly isScheduled: boolean;
  readonly isPaidFromGoal: boolean;
  /**
   * Number of accounts that the transactions use. `held` is the number of these accounts that are active and locked.
   */
  readonly touched: number;
  readonly held: number;
}

type ChangedRow = TrashChange & TransactionRow;

const GIVEN = 't.id = any($3::uuid[])';

export interface TrashChanged {
  readonly id: string;
  readonly body: JsonText;
  readonly accountIds: readonly string[];
}

export interface AccountChange {
  readonly accountId: string;
  readonly before: Money;
  readonly after: Money;
}

export interface TakenToTrash {
  readonly transactionIds: readonly string[];
  readonly accounts: readonly AccountChange[];
}

/**
 * Moves transactions to the trash and restores them within 30 days. Trashed transactions do not count in any figure.
 */
@Injectable()
export class Trash {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Moves a transaction to the trash. Does nothing if it is already there. */
  trash(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const [trashed] = await this.putAll(work, [id]);
      if (!trashed) return this.read(work, id);
      work.announce(transactionEvents.trashed(id, { data: { accountIds: trashed.accountIds } }));
      return trashed.body;
    });
  }

  /** Moves transactions to the trash with one statement. Returns the transactions that were live. */
  async putAll(work: UnitOfWork, ids: readonly string[]): Promise<TrashChanged[]> {
    const trashed = await this.setTrashed<ChangedRow>(work, 'trash', GIVEN, ids, packedRow('t'));
    if (trashed.length > 0)
      await work.publish(
        new TransactionsTrashed(
          trashed.map(({ id }) => id),
          kindsOf(trashed),
        ),
      );
    return trashed.map(trashChanged);
  }

  /** Restores transactions with one statement. Returns the transactions that were in the trash. */
  async takeAll(work: UnitOfWork, ids: readonly string[]): Promise<TrashChanged[]> {
    const which = `${GIVEN} and ${notExpired('t', '$2')}`;
    const restored = await this.setTrashed<ChangedRow>(work, 'restore', which, ids, packedRow('t'));
    if (restored.length === 0) return [];
    // Sorted as in the request, because if two transactions had the same occurrence of a schedule, only the first one
    // is linked again.
    restored.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    await work.publish(
      new TransactionsRestored(
        restored.map(({ id }) => id),
        kindsOf(restored),
      ),
    );
    // Fetched again, because listeners unlink a restored transaction if its occurrence has another transaction by now.
    const scheduled = restored.filter(({ isScheduled }) => isScheduled).map(({ id }) => id);
    const reread = scheduled.length === 0 ? new Map<string, JsonText>() : await this.readAll(work, scheduled);
    return restored.map(trashChanged).map((one) => ({ ...one, body: reread.get(one.id) ?? one.body }));
  }

  /** Trashes all live transactions of an import. Returns the transactions and the changes to their accounts. */
  async trashImport(work: UnitOfWork, importId: string): Promise<TakenToTrash> {
    const trashed = await this.setTrashed(work, 'trash', 't.import_id = $3', importId);
    const transactionIds = trashed.map(({ id }) => id);
    if (trashed.length > 0)
      await work.publish(
        new TransactionsTrashed(
          trashed.map(({ id }) => id),
          kindsOf(trashed),
        ),
      );
    // The accounts are locked, so these figures include exactly the changes of this transaction.
    const accounts = await work.query<MovedAccount>(accountsOf(work.workspaceId, transactionIds));
    return {
      transactionIds,
      accounts: accounts.map(({ id, kind, currency, position, change }) => ({
        accountId: id,
        before: shownBalance(kind, Money.ofMinor(BigInt(position) + BigInt(change), currency)),
        after: shownBalance(kind, Money.ofMinor(BigInt(position), currency)),
      })),
    };
  }

  restore(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const [restored] = await this.takeAll(work, [id]);
      if (!restored) return this.refuseRestoring(work, id);
      work.announce(transactionEvents.restored(id, { data: { accountIds: restored.accountIds } }));
      return restored.body;
    });
  }

  async list(workspaceId: string, request: PageRequest): Promise<JsonText> {
    const trash = `${workspaceId}/trash`;
    const position = readPosition(trash, request);
    const rows = await this.database.read<TransactionRow>(workspaceId, {
      text: `
        select ${packedRow('t')}
        from ledger_transactions t ${joinCategory('t')}
        where t.workspace_id = $1 and t.deleted_at is not null and ${notExpired('t', '$2')}
          ${position ? 'and (t.deleted_at, t.id) < ($4::timestamptz, $5::uuid)' : ''}
        order by t.deleted_at desc, t.id desc limit $3`,
      values: [workspaceId, this.clock.now(), request.limit + 1, ...(position ?? [])],
    });
    return transactionPage(trash, request, 'deletedAt', rows);
  }

  deletePermanently(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const [row] = await work.query<TransactionRow>({
        text: `
          select ${packedRow('t')} from ledger_transactions t ${joinCategory('t')}
          where t.workspace_id = $1 and t.id = $2 and ${notExpired('t', '$3')} for update of t`,
        values: [workspaceId, id, this.clock.now()],
      });
      if (!row) throw TransactionNotFound(id);
      if (!isTrashed(row)) throw TransactionNotInTrash();
      await work.query({
        text: `delete from ledger_transactions where workspace_id = $1 and id = $2`,
        values: [workspaceId, id],
      });
      await work.publish(new TransactionsDeleted([{ workspaceId, id }]));
      work.announce(transactionEvents.deleted(id, { data: accountsMoved(row) }));
      return transactionJson(row);
    });
  }

  /** Empties the trash of a workspace. Returns the number of transactions that clients could still see in the trash. */
  empty(workspaceId: string): Promise<number> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const deleted = await work.query<{ id: string; counted: boolean }>({
        text: `
          delete from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is not null
          returning t.id, ${notExpired('t', '$2')} as counted`,
        values: [workspaceId, this.clock.now()],
      });
      await work.publish(new TransactionsDeleted(deleted.map(({ id }) => ({ workspaceId, id }))));
      const count = deleted.filter(({ counted }) => counted).length;
      if (count > 0) work.announce(trashEvents.emptied(workspaceId, { data: { count } }));
      return count;
    });
  }

  private async read(work: UnitOfWork, id: string): Promise<JsonText> {
    const [row] = await work.query<TransactionRow>(selectTransaction(work.workspaceId, id, this.clock.now()));
    if (!row) throw TransactionNotFound(id);
    return transactionJson(row);
  }

  /**
   * Throws the problem that explains why no transaction was restored.
   * @throws TransactionNotFound, TransactionNotInTrash
   */
  private async refuseRestoring(work: UnitOfWork, id: string): Promise<never> {
    await this.read(work, id);
    throw TransactionNotInTrash();
  }

  private async readAll(work: UnitOfWork, ids: readonly string[]): Promise<Map<string, JsonText>> {
    const rows = await work.query<TransactionRow>(selectTransactions(work.workspaceId, ids, this.clock.now()));
    return new Map(rows.map((row) => [fieldOf(row, 'id'), transactionJson(row)]));
  }

  private async setTrashed<Row extends TrashChange>(
    work: UnitOfWork,
    way: 'trash' | 'restore',
    which: string,
    given: string | readonly string[],
    columns?: string,
  ): Promise<Row[]> {
    const rows = await work.query<Row>(setTrashed(work.workspaceId, way, which, given, this.clock.now(), columns));
    // All accounts of the transactions must be active and locked.
    if (rows.every(({ touched, held }) => held === touched)) return rows;
    const ids = rows.map((row) => row.id);
    throw AccountNotActive(await this.inactiveAccount(work, ids));
  }

  private async inactiveAccount(work: UnitOfWork, transactionIds: readonly string[]): Promise<string | undefined> {
    const [account] = await work.query<{ name: string }>({
      text: `
        select a.name from ledger_transactions t
        join ledger_accounts a on a.workspace_id = t.workspace_id and a.id in (t.account_id, t.to_account_id)
        where t.workspace_id = $1 and t.id = any($2::uuid[]) and a.status <> 'active'
        order by a.name, a.id limit 1`,
      values: [work.workspaceId, transactionIds],
    });
    return account?.name;
  }
}

function trashChanged(row: ChangedRow): TrashChanged {
  return { id: row.id, body: transactionJson(row), ...accountsMoved(row) };
}

function accountsMoved(row: TransactionRow): { accountIds: string[] } {
  return { accountIds: [fieldOf(row, 'accountId'), fieldOf(row, 'toAccountId')].filter((id) => id !== '') };
}

/** Returns the subsets of changed transactions for the events. */
function kindsOf(changes: readonly TrashChange[]) {
  const idsWhere = (are: (one: TrashChange) => boolean) => changes.filter(are).map(({ id }) => id);
  return {
    countedIds: idsWhere((one) => one.isCounted),
    debtIds: idsWhere((one) => one.isDebt),
    taggedIds: idsWhere((one) => one.isTagged),
    scheduledIds: idsWhere((one) => one.isScheduled),
    goalIds: idsWhere((one) => one.isPaidFromGoal),
  };
}
