import { Injectable } from '@nestjs/common';
import type { Day, Money, UnitOfWork } from '@app/kernel';
import { BULK_PLANNER_SETTINGS, DEFAULT_PLANNER_SETTINGS, Values } from '@app/kernel';
import type { AccountChange, CategoryKind } from '@app/ledger';
import { Accounts, Categories, ImportedEntries, requireActive, Trash } from '@app/ledger';
import type { Import, NewCategory, UndoneTransaction } from '../imports/import.entity.js';
import type { Reconciliation } from '../imports/reconciliation.js';
import { lastDay, reconciledOn } from '../rows/balance-checks.query.js';
import { readyRows } from '../rows/import-rows.query.js';
import { assignCategories, neededCategories, usedCategories } from '../suggestions/category-suggestions.query.js';
import { CategorySuggestions } from '../suggestions/category-suggestions.service.js';
import { saveTransactionIds, undoneTransactions } from './import-undo.query.js';

const MAX_UNDONE_LISTED = 1_000;

/**
 * Results of a commit. Balances are null if the account was deleted after its transactions had moved to another
 * account.
 */
type Entered = Pick<Import, 'balanceBefore' | 'balanceAfter' | 'accounts' | 'transactionsCreated'>;
type TakenBack = Pick<
  Import,
  'balanceBefore' | 'balanceAfter' | 'accounts' | 'transactionsRemoved' | 'undone' | 'undoneTotal'
>;

@Injectable()
export class ImportLedger {
  constructor(
    private readonly accounts: Accounts,
    private readonly categories: Categories,
    private readonly entries: ImportedEntries,
    private readonly trash: Trash,
    private readonly suggestions: CategorySuggestions,
  ) {}

  /** Locks the account, so that the second of two concurrent commits detects duplicates. @throws AccountNotActive */
  async lockAccount(work: UnitOfWork, draft: Import): Promise<void> {
    requireActive(await this.accounts.lockForUpdate(work, draft.accountId));
  }

  async createCategories(work: UnitOfWork, draft: Import): Promise<void> {
    const values = new Values();
    const text = neededCategories(values, draft.key());
    const needed = await work.query<NewCategory & { kind: CategoryKind }>({ text, values: values.list });
    if (needed.length === 0) return;
    const categories = await this.categories.findOrCreateAll(work, needed);
    const names = needed.map(({ name }) => name);
    const ids = categories.map(({ id }) => id);
    await work.query(BULK_PLANNER_SETTINGS);
    await work.query(assignCategories(draft.key(), names, ids));
    await work.query(DEFAULT_PLANNER_SETTINGS);
    draft.createdCategories = categories.flatMap(({ created }) => created);
    draft.newCategories = needed
      .filter((_, at) => categories[at]!.created.length > 0)
      .map(({ name, count }) => ({ name, count }));
  }

  async enter(work: UnitOfWork, draft: Import): Promise<Entered> {
    const used = await work.query<{ id: string }>(usedCategories(draft.key()));
    await this.categories.lockAllForKeyShare(
      work,
      used.map(({ id }) => id),
    );
    const { accountId } = draft;
    const before = await this.balance(work, draft);
    const entered = await this.entries.enter(work, accountId, draft.id, readyRows(draft.key()));
    await this.suggestions.runRules(work, draft.key());
    await work.query(saveTransactionIds(draft.key(), entered.transactionIds));
    const after = await this.balance(work, draft);
    return {
      ...balancesOf(draft, [{ accountId, before, after }]),
      transactionsCreated: entered.count,
    };
  }

  /** Asserts the closing balance on the last day of the statement, if the account has that balance now. */
  async assertBalance(work: UnitOfWork, draft: Import, reconciled: Reconciliation | null): Promise<void> {
    const { closingBalance = null, difference } = reconciled ?? {};
    if (closingBalance === null || difference !== '0.00') return;
    const [row] = await work.query<{ day: Day | null }>(lastDay(draft.key()));
    if (row?.day == null) return;
    await this.entries.assertBalance(work, draft.accountId, { date: row.day, balance: closingBalance }, draft.id);
  }

  /**
   * Trashes the transactions of an import. Locks them before the account, because every other change uses this order
   * and an edit could otherwise cause a deadlock.
   */
  async takeBack(work: UnitOfWork, committed: Import): Promise<TakenBack> {
    // Removes the assertion first. Otherwise, the trashed transactions would be recorded as changes to its balance.
    const forgotten = await this.entries.forgetAssertion(work, committed.id);
    const { transactionIds, accounts } = await this.trash.trashImport(work, committed.id);
    await work.query(BULK_PLANNER_SETTINGS);
    const differing = await work.query<UndoneTransaction & { total: number }>(
      undoneTransactions(committed.key(), transactionIds, MAX_UNDONE_LISTED),
    );
    await work.query(DEFAULT_PLANNER_SETTINGS);
    await this.categories.deleteUnusedOfImport(work, committed.id, committed.createdCategories);
    const account = await this.accounts.lockForUpdate(work, committed.accountId);
    if (account !== undefined && forgotten !== null) await this.assertEarlier(work, committed, forgotten);
    const isMoved = accounts.some(({ accountId }) => accountId === committed.accountId);
    const own = account && !isMoved ? [{ accountId: account.id, before: account.balance, after: account.balance }] : [];
    return {
      ...balancesOf(committed, [...accounts, ...own]),
      transactionsRemoved: transactionIds.length,
      undone: differing.map(({ transactionId, index, outcome }) => ({ transactionId, index, outcome })),
      undoneTotal: differing[0]?.total ?? 0,
    };
  }

  /** Restores the assertion that another import of the account created for the day. */
  private async assertEarlier(work: UnitOfWork, { workspaceId, id, accountId }: Import, date: Day): Promise<void> {
    const [earlier] = await work.query<{ id: string; balance: string }>(reconciledOn(workspaceId, accountId, date, id));
    if (earlier === undefined) return;
    await this.entries.assertBalance(work, accountId, { date, balance: earlier.balance }, earlier.id);
  }

  private async balance(work: UnitOfWork, draft: Import): Promise<Money> {
    return (await this.accounts.lockForUpdate(work, draft.accountId))!.balance;
  }
}

function balancesOf(statementImport: Import, changes: readonly AccountChange[]) {
  const own = changes.find(({ accountId }) => accountId === statementImport.accountId);
  const sorted = changes.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
  return {
    balanceBefore: own?.before.minor ?? null,
    balanceAfter: own?.after.minor ?? null,
    accounts: sorted.map(({ accountId, before, after }) => ({
      accountId,
      balanceBefore: before.toString(),
      balanceAfter: after.toString(),
    })),
  };
}
