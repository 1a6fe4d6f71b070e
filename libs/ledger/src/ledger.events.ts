/** Transactions were entered: they are live now. */
export class TransactionsRecorded {
  constructor(readonly transactionIds: readonly string[]) {}
}

/** The transactions of an import were entered, all at once; they carry its id. */
export class TransactionsImported {
  constructor(readonly importId: string) {}
}

/** A live transaction was changed. */
export class TransactionEdited {
  constructor(readonly transactionId: string) {}
}

/** Many live transactions got another description, other notes or another category at once, by no person's edit. */
export class TransactionsAmended {
  constructor(
    readonly transactionIds: readonly string[],
    /** What that moved between categories, summed up. */
    readonly moves: readonly CategoryMove[],
  ) {}
}

/** Transactions of one type in one month that were filed under one category and are filed under another. */
export interface CategoryMove {
  readonly fromCategoryId: string | null;
  readonly toCategoryId: string | null;
  readonly type: 'expense' | 'income';
  /** The first day of the month. */
  readonly month: string;
  readonly count: number;
  /** Their amounts in the base currency, in minor units; those without a rate are not in it. */
  readonly baseAmount: bigint;
}

/** Transactions went to the trash: they count nowhere any more. */
export class TransactionsTrashed {
  constructor(readonly transactionIds: readonly string[]) {}
}

/** A transaction came back from the trash, with all that it had. */
export class TransactionRestored {
  constructor(readonly transactionId: string) {}
}

/** Transactions that were in the trash are gone for good; an administrator's purge reaches into every workspace. */
export class TransactionsDeleted {
  constructor(readonly transactions: readonly { readonly workspaceId: string; readonly id: string }[]) {}
}

/** An account converts into the base currency in another way than before. */
export class AccountRevalued {
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
