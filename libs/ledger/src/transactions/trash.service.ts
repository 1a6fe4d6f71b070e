import { Injectable } from '@nestjs/common';
import type { JsonText, PageRequest, UnitOfWork } from '@app/kernel';
import { Clock, Database, Money } from '@app/kernel';
import { shownBalance } from '../accounts/account-type.js';
import { transactionEvents, TransactionsDeleted, TransactionsRestored, TransactionsTrashed } from '../ledger.events.js';
import { trashEvents } from '../ledger.events.js';
import { AccountNotActive, TransactionNotFound, TransactionNotInTrash } from '../ledger.problems.js';
import { transactionPage, readPosition } from './transaction-list.query.js';
import type { TransactionRow } from './transaction-text.js';
import { fieldOf, isTrashed, transactionJson } from './transaction-text.js';
import { notExpired } from '../trash-retention.query.js';
import { joinCategory, selectTransaction, selectTransactions, packedRow } from './transaction.query.js';
import type { MovedAccount } from './trash.query.js';
import { accountsOf, setTrashed } from './trash.query.js';

/** A transaction that went to the trash or came back. */
interface TrashChange extends Record<string, unknown> {
  readonly id: string;
  readonly isCounted: boolean;
  readonly isDebt: boolean;
  readonly isTagged: boolean;
  readonly isScheduled: boolean;
  /** Accounts that all the transactions move together, and those of them that are active, and held now. */
  readonly touched: number;
  readonly held: number;
}

/** The same with all that is answered of it. */
type ChangedRow = TrashChange & TransactionRow;

/** Which transactions a statement changes: those whose ids are given. */
const GIVEN = 't.id = any($3::uuid[])';

/** What a transaction is that went to the trash or came back, and the accounts that it moves. */
export interface TrashChanged {
  readonly id: string;
  readonly body: JsonText;
  readonly accountIds: readonly string[];
}

/** What a change did to an account's balance, as it is shown. */
export interface AccountChange {
  readonly accountId: string;
  readonly before: Money;
  readonly after: Money;
}

/** What was taken to the trash at once, and the accounts that it moved, by their ids. */
export interface TakenToTrash {
  readonly transactionIds: readonly string[];
  readonly accounts: readonly AccountChange[];
}

/** The trash: it takes transactions out of every figure for 30 days, and gives everything back. */
@Injectable()
export class Trash {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Puts a transaction into the trash. Repeated, it answers the same and moves nothing. */
  trash(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const [trashed] = await this.putAll(work, [id]);
      if (!trashed) return this.read(work, id);
      work.announce(transactionEvents.trashed(id, { data: { accountIds: trashed.accountIds } }));
      return trashed.body;
    });
  }

  /** Puts transactions into the trash within a unit of work, by one statement; answers those that were live. */
  async putAll(work: UnitOfWork, ids: readonly string[]): Promise<TrashChanged[]> {
    const trashed = await this.setTrashed<ChangedRow>(work, 'trash', GIVEN, ids, packedRow('t'));
    if (trashed.length > 0) await work.publish(new TransactionsTrashed(...idsOf(trashed)));
    return trashed.map(trashChanged);
  }

  /** Takes transactions out of the trash within a unit of work, by one statement; answers those that were in it. */
  async takeAll(work: UnitOfWork, ids: readonly string[]): Promise<TrashChanged[]> {
    const which = `${GIVEN} and ${notExpired('t', '$2')}`;
    const restored = await this.setTrashed<ChangedRow>(work, 'restore', which, ids, packedRow('t'));
    if (restored.length === 0) return [];
    // Of two that were the same occurrence, the first given finds it again.
    restored.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    await work.publish(new TransactionsRestored(...idsOf(restored)));
    // Whether their occurrences were still free is known now.
    const scheduled = restored.filter(({ isScheduled }) => isScheduled).map(({ id }) => id);
    const reread = scheduled.length === 0 ? new Map<string, JsonText>() : await this.readAll(work, scheduled);
    return restored.map(trashChanged).map((one) => ({ ...one, body: reread.get(one.id) ?? one.body }));
  }

  /** Puts every live transaction of an import into the trash, and tells which and what that did to their accounts. */
  async trashImport(work: UnitOfWork, importId: string): Promise<TakenToTrash> {
    const trashed = await this.setTrashed(work, 'trash', 't.import_id = $3', importId);
    const transactionIds = trashed.map(({ id }) => id);
    if (trashed.length > 0) await work.publish(new TransactionsTrashed(...idsOf(trashed)));
    // Their accounts are held since then, so that what is read of them now is what the trash left.
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

  /** Takes a transaction out of the trash, with its parts, category, debt and both sides. */
  restore(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const [restored] = await this.takeAll(work, [id]);
      if (!restored) return this.refuseRestoring(work, id);
      work.announce(transactionEvents.restored(id, { data: { accountIds: restored.accountIds } }));
      return restored.body;
    });
  }

  /** What is in the trash, latest first. */
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

  /** Deletes a transaction in the trash for good; answers what it was. */
  deletePermanently(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const [found] = await work.query<TransactionRow>({
        text: `
          select ${packedRow('t')} from ledger_transactions t ${joinCategory('t')}
          where t.workspace_id = $1 and t.id = $2 and ${notExpired('t', '$3')} for update of t`,
        values: [workspaceId, id, this.clock.now()],
      });
      if (!found) throw TransactionNotFound(id);
      if (!isTrashed(found)) throw TransactionNotInTrash();
      await work.query({
        text: `delete from ledger_transactions where workspace_id = $1 and id = $2`,
        values: [workspaceId, id],
      });
      await work.publish(new TransactionsDeleted([{ workspaceId, id }]));
      work.announce(transactionEvents.deleted(id, { data: accountsMoved(found) }));
      return transactionJson(found);
    });
  }

  /** Empties the trash of a workspace; tells how many transactions were in it for every caller to see. */
  empty(workspaceId: string): Promise<number> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const gone = await work.query<{ id: string; counted: boolean }>({
        text: `
          delete from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is not null
          returning t.id, ${notExpired('t', '$2')} as counted`,
        values: [workspaceId, this.clock.now()],
      });
      await work.publish(new TransactionsDeleted(gone.map(({ id }) => ({ workspaceId, id }))));
      const count = gone.filter(({ counted }) => counted).length;
      if (count > 0) work.announce(trashEvents.emptied(workspaceId, { data: { count } }));
      return count;
    });
  }

  private async read(work: UnitOfWork, id: string): Promise<JsonText> {
    const [found] = await work.query<TransactionRow>(selectTransaction(work.workspaceId, id, this.clock.now()));
    if (!found) throw TransactionNotFound(id);
    return transactionJson(found);
  }

  /** Says why a transaction cannot be restored. @throws TransactionNotFound, TransactionNotInTrash */
  private async refuseRestoring(work: UnitOfWork, id: string): Promise<never> {
    await this.read(work, id);
    throw TransactionNotInTrash();
  }

  private async readAll(work: UnitOfWork, ids: readonly string[]): Promise<Map<string, JsonText>> {
    const found = await work.query<TransactionRow>(selectTransactions(work.workspaceId, ids, this.clock.now()));
    return new Map(found.map((row) => [fieldOf(row, 'id'), transactionJson(row)]));
  }

  private async setTrashed<Row extends TrashChange>(
    work: UnitOfWork,
    way: 'trash' | 'restore',
    which: string,
    given: string | readonly string[],
    columns?: string,
  ): Promise<Row[]> {
    const rows = await work.query<Row>(setTrashed(work.workspaceId, way, which, given, this.clock.now(), columns));
    // Each account that the transactions touch must be held.
    if (rows.every(({ touched, held }) => held === touched)) return rows;
    const ids = rows.map((row) => row.id);
    throw AccountNotActive(await this.inactiveAccount(work, ids));
  }

  /** The name of the account that blocks transactions; of several, the first by name. */
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

/** The accounts that a transaction moves. */
function accountsMoved(row: TransactionRow): { accountIds: string[] } {
  return { accountIds: [fieldOf(row, 'accountId'), fieldOf(row, 'toAccountId')].filter((id) => id !== '') };
}

/** The ids of transactions as events tell them: all, the counted, those that may be debts, the tagged and the scheduled. */
function idsOf(changes: readonly TrashChange[]): [string[], string[], string[], string[], string[]] {
  const those = (are: (one: TrashChange) => boolean) => changes.filter(are).map(({ id }) => id);
  const [all, counted, debts] = [those(() => true), those((one) => one.isCounted), those((one) => one.isDebt)];
  return [all, counted, debts, those((one) => one.isTagged), those((one) => one.isScheduled)];
}
