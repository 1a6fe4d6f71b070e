import { Injectable } from '@nestjs/common';
import type { JsonText, PageRequest, Statement, UnitOfWork } from '@app/kernel';
import { Clock, Database, Money } from '@app/kernel';
import type { AccountKind } from '../accounts/account-type.js';
import { shownBalance } from '../accounts/account-type.js';
import { TransactionsDeleted, TransactionsRestored, TransactionsTrashed } from '../ledger.events.js';
import { AccountNotActive, TransactionNotFound, TransactionNotInTrash } from '../ledger.problems.js';
import { transactionPage, readPosition } from './transaction-list.query.js';
import type { TransactionRow } from './transaction-text.js';
import { fieldOf, transactionJson } from './transaction-text.js';
import { notExpired, TRASH_RETENTION_DAYS } from '../trash-retention.query.js';
import { joinCategory, selectTransaction, packedRow } from './transaction.query.js';

/** How many transactions a portion of a purge takes. */
const PURGED_AT_ONCE = 1_000;

/** A transaction that went to the trash or came back. */
interface TrashChange extends Record<string, unknown> {
  readonly id: string;
  readonly isCategorized: boolean;
  readonly isDebt: boolean;
  /** Accounts that all the transactions move together, and those of them that are active, and held now. */
  readonly touched: number;
  readonly held: number;
}

/** The same with all that is answered of it. */
type ChangedRow = TrashChange & TransactionRow;

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
    return this.database.transaction(
      { workspaceId },
      async (work) => (await this.put(work, id)) ?? this.read(work, id),
    );
  }

  /** Puts a transaction into the trash within a unit of work; answers what it is now, or null where it was not live. */
  async put(work: UnitOfWork, id: string): Promise<JsonText | null> {
    const [trashed] = await this.setTrashed<ChangedRow>(work, 'trash', 't.id = $3', id, packedRow('t'));
    if (!trashed) return null;
    await work.publish(new TransactionsTrashed(...idsOf([trashed])));
    return transactionJson(trashed);
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
        before: Money.ofMinor(shownBalance(kind, BigInt(position) + BigInt(change)), currency),
        after: Money.ofMinor(shownBalance(kind, BigInt(position)), currency),
      })),
    };
  }

  /** Takes a transaction out of the trash, with its parts, category, debt and both sides. */
  restore(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const which = `t.id = $3 and ${notExpired('t', '$2')}`;
      const [restored] = await this.setTrashed<ChangedRow>(work, 'restore', which, id, packedRow('t'));
      if (!restored) {
        await this.read(work, id);
        throw TransactionNotInTrash();
      }
      await work.publish(new TransactionsRestored(...idsOf([restored])));
      return transactionJson(restored);
    });
  }

  /** What is in the trash, latest first. */
  async list(workspaceId: string, request: PageRequest): Promise<JsonText> {
    const position = readPosition('transactions/trash', request);
    const rows = await this.database.read<TransactionRow>(workspaceId, {
      text: `
        select ${packedRow('t')}
        from ledger_transactions t ${joinCategory('t')}
        where t.workspace_id = $1 and t.deleted_at is not null and ${notExpired('t', '$2')}
          ${position ? 'and (t.deleted_at, t.id) < ($4::timestamptz, $5::uuid)' : ''}
        order by t.deleted_at desc, t.id desc limit $3`,
      values: [workspaceId, this.clock.now(), request.limit + 1, ...(position ?? [])],
    });
    return transactionPage('transactions/trash', request, 'deletedAt', rows);
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
      if (fieldOf(found, 'deletedAt') === '') throw TransactionNotInTrash();
      await work.query({
        text: `delete from ledger_transactions where workspace_id = $1 and id = $2`,
        values: [workspaceId, id],
      });
      await work.publish(new TransactionsDeleted([{ workspaceId, id }]));
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
      return gone.filter(({ counted }) => counted).length;
    });
  }

  /**
   * Deletes for good what has been in the trash for 30 days at a moment, in one workspace or in all; tells how many. It
   * goes in portions, so that other writers never wait long for the rows that one holds.
   * @param signal ends it between two portions
   */
  async purge(workspaceId: string | null, asOf: Date, signal?: AbortSignal): Promise<number> {
    let total = 0;
    for (;;) {
      signal?.throwIfAborted();
      const purged = await this.purgeSome(workspaceId, asOf);
      total += purged;
      if (purged < PURGED_AT_ONCE) return total;
    }
  }

  private purgeSome(workspaceId: string | null, asOf: Date): Promise<number> {
    return this.database.transaction({ operator: true }, async (work) => {
      const purged = await work.query<{ workspaceId: string; id: string }>({
        text: `
          with due as (
            select workspace_id, id from ledger_transactions
            where deleted_at <= $1::timestamptz - interval '${TRASH_RETENTION_DAYS} days'
              and ($2::uuid is null or workspace_id = $2)
            limit ${PURGED_AT_ONCE} for update skip locked
          )
          delete from ledger_transactions t using due where t.workspace_id = due.workspace_id and t.id = due.id
          returning t.workspace_id as "workspaceId", t.id`,
        values: [asOf, workspaceId],
      });
      await work.publish(new TransactionsDeleted(purged));
      for (const reached of new Set(purged.map((one) => one.workspaceId))) work.auditIn(reached, reached);
      return purged.length;
    });
  }

  private async read(work: UnitOfWork, id: string): Promise<JsonText> {
    const [found] = await work.query<TransactionRow>(selectTransaction(work.workspaceId, id, this.clock.now()));
    if (!found) throw TransactionNotFound(id);
    return transactionJson(found);
  }

  private async setTrashed<Row extends TrashChange>(
    work: UnitOfWork,
    way: 'trash' | 'restore',
    which: string,
    id: string,
    columns?: string,
  ): Promise<Row[]> {
    const rows = await work.query<Row>(
      setTrashedStatement(work.workspaceId, way, which, id, this.clock.now(), columns),
    );
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

/** The ids of transactions as events tell them: all, those that may stand under a category, and those that may be debts. */
function idsOf(changes: readonly TrashChange[]): [all: string[], categorized: string[], debts: string[]] {
  const those = (are: (one: TrashChange) => boolean) => changes.filter(are).map(({ id }) => id);
  return [those(() => true), those((one) => one.isCategorized), those((one) => one.isDebt)];
}

interface MovedAccount extends Record<string, unknown> {
  readonly id: string;
  readonly kind: AccountKind;
  readonly currency: string;
  readonly position: string;
  readonly change: string;
}

/** The accounts that transactions move, each with its position now and what they come to in it together. */
function accountsOf(workspaceId: string, transactionIds: readonly string[]): Statement {
  return {
    text: `
      select a.id, a.kind, a.currency, a.position, sum(side.amount)::bigint as change
      from unnest($2::uuid[]) as taken (id)
      join ledger_transactions t on t.workspace_id = $1 and t.id = taken.id
      cross join lateral (values (t.account_id, t.signed_amount), (t.to_account_id, t.to_amount)) side (account_id, amount)
      join ledger_accounts a on a.workspace_id = $1 and a.id = side.account_id
      group by a.workspace_id, a.id order by a.id`,
    values: [workspaceId, transactionIds],
  };
}

/**
 * Trashes or restores transactions and holds the accounts that they move, in one statement. Of two callers at the same
 * time, the second finds nothing left to change, so that no balance moves twice.
 * @param columns further columns of each transaction, by the alias t
 */
function setTrashedStatement(
  workspaceId: string,
  way: 'trash' | 'restore',
  which: string,
  id: string,
  now: Date,
  columns?: string,
): Statement {
  const [state, deletedAt] =
    way === 'trash' ? ['t.deleted_at is null', '$2::timestamptz'] : ['t.deleted_at is not null', 'null'];
  const returned = 't.id, t.account_id, t.to_account_id, t.category_id, t.contact_id, t.split_count';
  return {
    ...(columns !== undefined && { name: `ledger.${way}-transaction` }),
    text: `
      with changed as (
        update ledger_transactions t set deleted_at = ${deletedAt}, updated_at = $2::timestamptz
        where t.workspace_id = $1 and ${which} and ${state}
        returning ${columns === undefined ? returned : 't.*'}
      ), touched as (
        select account_id as id from changed where account_id is not null
        union
        select to_account_id from changed where to_account_id is not null
      ), held as (
        select a.id from ledger_accounts a join touched on touched.id = a.id
        where a.workspace_id = $1 and a.status = 'active' order by a.id for no key update of a
      )
      select t.id, t.category_id is not null or t.split_count > 0 as "isCategorized",
        t.contact_id is not null or t.split_count > 0 as "isDebt",
        (select count(*)::int from touched) as touched, (select count(*)::int from held) as held
        ${columns === undefined ? 'from changed t' : `, ${columns} from changed t ${joinCategory('t')}`}`,
    values: [workspaceId, now, id],
  };
}
