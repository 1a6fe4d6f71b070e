import type { UnitOfWork } from '@app/kernel';

/**
 * What was counted under categories, or by how much that changed: a JSON list of `category_id`, `day` and `amount` in
 * minor units of the base currency, spending positive; across workspaces also `workspace_id`. It is read by statements.
 */
export type CountedJson = string;

/** Transactions were entered: they are live now. */
export class TransactionsRecorded {
  constructor(
    readonly transactionIds: readonly string[],
    /** Whether the workspace is followed (Amendments.follow); who listens only there has nothing to do elsewhere. */
    readonly followed: boolean,
  ) {}
}

/** Of the transactions that were entered, these stand under categories, whole or in parts. */
export class TransactionsFiled {
  constructor(readonly transactionIds: readonly string[]) {}
}

/** The transactions of an import were entered, all at once; they carry its id. */
export class TransactionsImported {
  constructor(readonly importId: string) {}
}

/** A live transaction was changed, and what it counted under categories before. */
export class TransactionEdited {
  constructor(
    readonly transactionId: string,
    readonly countedBefore: CountedJson,
  ) {}
}

/** Many live transactions got another description, other notes or another category at once, by no person's edit. */
export class TransactionsAmended {
  constructor(
    readonly transactionIds: readonly string[],
    /** By how much more or less their categories count, with the workspace. */
    readonly changes: CountedJson,
  ) {}
}

/** Transactions went to the trash: they count nowhere any more. */
export class TransactionsTrashed {
  constructor(readonly transactionIds: readonly string[]) {}
}

/** A transaction came back from the trash, with all that it had. */
export class TransactionRestored {
  constructor(readonly transactionId: string) {}
}

/** Live transactions count by so much more or less: a rate, or what they are converted into, is another. */
export class TransactionsRevalued {
  constructor(readonly changes: CountedJson) {}
}

/** Transactions that were in the trash are gone for good; an administrator's purge reaches into every workspace. */
export class TransactionsDeleted {
  constructor(readonly transactions: readonly { readonly workspaceId: string; readonly id: string }[]) {}
}

/** An account converts into the base currency in another way than before. */
export class AccountRevalued {
  constructor(readonly accountId: string) {}
}

/** An account without transactions was deleted. */
export class AccountDeleted {
  constructor(readonly accountId: string) {}
}

/** An account without transactions is kept in another currency from now on. */
export class AccountCurrencyChanged {
  constructor(
    readonly accountId: string,
    readonly from: string,
    readonly to: string,
  ) {}
}

/** What was filed under one category is filed under another from now on. */
export class CategoryReplaced {
  constructor(
    readonly fromId: string,
    readonly toId: string,
  ) {}
}

/** A category is about to go. Whoever still needs it refuses by throwing CategoryInUse. */
export class CategoryDeleted {
  constructor(readonly categoryId: string) {}
}

/**
 * Tells of transactions that were entered.
 * @param filed those of them that stand under a category
 * @param followed whether somebody follows the workspace (Amendments.follow)
 */
export async function tellRecorded(
  work: UnitOfWork,
  ids: readonly string[],
  filed: readonly string[],
  followed: boolean,
): Promise<void> {
  // First, so that it counts what was entered and not what listeners make of it, which they tell by themselves.
  if (filed.length > 0) await work.publish(new TransactionsFiled(filed));
  await work.publish(new TransactionsRecorded(ids, followed));
}
