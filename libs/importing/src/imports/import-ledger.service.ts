import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { BULK_PLANS, EVERYDAY_PLANS, formatAmount } from '@app/kernel';
import type { AccountChange, AccountSummary, CategoryKind } from '@app/ledger';
import { AccountNotActive, Accounts, Categories, ImportedEntries, Trash } from '@app/ledger';
import { CategoryHints } from './category-hints.service.js';
import { fileUnder, neededCategories, usedCategories } from './category-hints.query.js';
import { keyOf } from './draft-judgement.service.js';
import type { Import, NewCategory, UndoneTransaction } from './import.entity.js';
import { readyRows } from './import-rows.query.js';
import { keepTransactionIds, undoneTransactions } from './import-undo.query.js';

/** How many of the transactions that were not as they had been entered an undo tells one by one. */
const MOST_UNDONE_TOLD = 1_000;

/** What an import did to the ledger, as it is kept. Balances are null where the account is gone, everything in it moved. */
type Entered = Pick<Import, 'balanceBefore' | 'balanceAfter' | 'accounts' | 'transactionsCreated'>;
type TakenBack = Pick<
  Import,
  'balanceBefore' | 'balanceAfter' | 'accounts' | 'transactionsRemoved' | 'undone' | 'undoneTotal'
>;

/** What a commitment asks of the ledger. */
@Injectable()
export class ImportLedger {
  constructor(
    private readonly accounts: Accounts,
    private readonly categories: Categories,
    private readonly entries: ImportedEntries,
    private readonly trash: Trash,
    private readonly hints: CategoryHints,
  ) {}

  /** Holds the import's account, so that the same statement committed twice at once finds itself. */
  async holdAccount(work: UnitOfWork, made: Import): Promise<AccountSummary> {
    const account = await this.accounts.hold(work, made.accountId);
    if (account?.status !== 'active') throw AccountNotActive();
    return account;
  }

  /** Makes the categories that rows name and nobody has yet. */
  async makeCategories(work: UnitOfWork, made: Import): Promise<Pick<Import, 'createdCategories' | 'newCategories'>> {
    const created: (NewCategory & { id: string })[] = [];
    for (const { name, kind, count } of await work.query<NewCategory & { kind: CategoryKind }>(
      neededCategories(keyOf(made)),
    )) {
      const category = await this.categories.findOrCreateRoot(work, name, kind);
      if (category.created) created.push({ id: category.id, name, count });
      await work.query(fileUnder(keyOf(made), name, category.id));
    }
    return {
      createdCategories: created.map(({ id }) => id),
      newCategories: created.map(({ name, count }) => ({ name, count })),
    };
  }

  async enter(work: UnitOfWork, made: Import): Promise<Entered> {
    const used = await work.query<{ id: string }>(usedCategories(keyOf(made)));
    await this.categories.hold(
      work,
      used.map(({ id }) => id),
    );
    const { accountId } = made;
    const before = await this.balance(work, made);
    const entered = await this.entries.enter(work, accountId, made.id, readyRows(keyOf(made)));
    await this.hints.runRules(work, keyOf(made));
    await work.query(keepTransactionIds(keyOf(made), entered.transactionIds));
    const after = await this.balance(work, made);
    return { ...answered(made, [{ accountId, before: before!, after: after! }]), transactionsCreated: entered.count };
  }

  /**
   * The transactions go first and their account is held after them, as in every other change of a transaction: the other
   * way round, an undo would deadlock with whoever edits one of them.
   */
  async takeBack(work: UnitOfWork, made: Import): Promise<TakenBack> {
    const { transactionIds, accounts } = await this.trash.trashImport(work, made.id);
    await work.query(BULK_PLANS);
    const met = await work.query<UndoneTransaction & { total: number }>(
      undoneTransactions(keyOf(made), transactionIds, MOST_UNDONE_TOLD),
    );
    await work.query(EVERYDAY_PLANS);
    await this.categories.deleteMadeByImport(work, made.id, made.createdCategories);
    const account = await this.accounts.hold(work, made.accountId);
    const isMoved = accounts.some(({ accountId }) => accountId === made.accountId);
    const own = account && !isMoved ? [{ accountId: account.id, before: account.balance, after: account.balance }] : [];
    return {
      ...answered(made, [...accounts, ...own]),
      transactionsRemoved: transactionIds.length,
      undone: met.map(({ transactionId, index, outcome }) => ({ transactionId, index, outcome })),
      undoneTotal: met[0]?.total ?? 0,
    };
  }

  private async balance(work: UnitOfWork, made: Import): Promise<bigint | null> {
    return (await this.accounts.hold(work, made.accountId))?.balance ?? null;
  }
}

/** The balances of the import's own account, and those of all that were touched, by their ids. */
function answered(made: Import, changes: readonly AccountChange[]) {
  const own = changes.find(({ accountId }) => accountId === made.accountId);
  const sorted = changes.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
  return {
    balanceBefore: own?.before ?? null,
    balanceAfter: own?.after ?? null,
    accounts: sorted.map(({ accountId, before, after }) => ({
      accountId,
      balanceBefore: formatAmount(before),
      balanceAfter: formatAmount(after),
    })),
  };
}
