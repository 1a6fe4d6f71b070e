import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import type { AccountSummary, CategoryKind } from '@app/ledger';
import { AccountNotActive, Accounts, Categories, ImportedEntries, shownBalance, Trash } from '@app/ledger';
import type { Import } from './import.entity.js';
import { fileUnder, neededCategories, readyRows, sumOfEntries, usedCategories } from './import-rows.query.js';
import { keyOf } from './draft-judgement.query.js';

/** The account's balance; null where the account is gone, everything in it having been moved elsewhere before. */
interface Balances {
  readonly before: bigint | null;
  readonly after: bigint | null;
}

/** What a commitment asks of the ledger. */
@Injectable()
export class ImportLedger {
  constructor(
    private readonly accounts: Accounts,
    private readonly categories: Categories,
    private readonly entries: ImportedEntries,
    private readonly trash: Trash,
  ) {}

  /** Holds the import's account, so that the same statement committed twice at once finds itself. */
  async holdAccount(work: UnitOfWork, made: Import): Promise<AccountSummary> {
    const account = await this.accounts.hold(work, made.accountId);
    if (account?.status !== 'active') throw AccountNotActive();
    return account;
  }

  /** Makes the categories that rows name and nobody has yet; gives the ids of those made. */
  async makeCategories(work: UnitOfWork, made: Import): Promise<string[]> {
    const created: string[] = [];
    for (const { name, kind } of await work.query<{ name: string; kind: CategoryKind }>(
      neededCategories(keyOf(made)),
    )) {
      const category = await this.categories.findOrCreateRoot(work, name, kind);
      if (category.created) created.push(category.id);
      await work.query(fileUnder(keyOf(made), name, category.id));
    }
    return created;
  }

  async enter(work: UnitOfWork, made: Import): Promise<Balances> {
    const used = await work.query<{ id: string }>(usedCategories(keyOf(made)));
    await this.categories.hold(
      work,
      used.map(({ id }) => id),
    );
    const before = await this.balance(work, made);
    await this.entries.enter(work, made.accountId, made.id, readyRows(keyOf(made)));
    return { before, after: await this.balance(work, made) };
  }

  /**
   * The transactions go first and their account is held after them, as in every other change of a transaction: the other
   * way round, an undo would deadlock with whoever edits one of them. So the balance before follows from the one after.
   */
  async takeBack(work: UnitOfWork, made: Import): Promise<Balances> {
    const trashed = await this.trash.trashImport(work, made.id);
    await this.categories.deleteMadeByImport(work, made.id, made.createdCategories);
    const account = await this.accounts.hold(work, made.accountId);
    if (!account) return { before: null, after: null };
    const [taken] = await work.query<{ amount: string }>(sumOfEntries(work.workspaceId, account.id, trashed));
    return { before: account.balance + shownBalance(account.kind, BigInt(taken!.amount)), after: account.balance };
  }

  private async balance(work: UnitOfWork, made: Import): Promise<bigint | null> {
    return (await this.accounts.hold(work, made.accountId))?.balance ?? null;
  }
}
