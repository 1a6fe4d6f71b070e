/**
 * By how much categories count more or less: a JSON list of `workspace_id`, `category_id`, `day` and `amount` in minor units
 * of the base currency, spending positive. It is read by statements.
 */
export type ActivityJson = string;

/**
 * What a transaction counted before a change, as JSON for statements to read: `movements`, a list of `account_id`, `day` and
 * `amount` in minor units of the account; and `activity`, a list of `category_id`, `day` and `amount` in minor units of the
 * base currency, spending positive.
 */
export type FiguresJson = string;

/** Transactions that count in another way than before, and those among them whose figures some followers keep. */
abstract class CountedTransactions {
  constructor(
    readonly transactionIds: readonly string[],
    /** Those that may stand under a category, whole or in parts. */
    readonly categorizedIds: readonly string[],
    /** Those that may be a debt, whole or in parts. */
    readonly debtIds: readonly string[],
  ) {}
}

/** A transaction is about to name contacts. A context that knows contacts adds those that there are not. */
export class ContactsNamed {
  readonly unknownIds = new Set<string>();

  constructor(readonly contactIds: readonly string[]) {}
}

/** Transactions were entered: they are live now. */
export class TransactionsCreated extends CountedTransactions {
  constructor(
    transactionIds: readonly string[],
    categorizedIds: readonly string[],
    debtIds: readonly string[],
    /** Whether the workspace is subscribed to (BulkEdits.subscribe); a listener of subscribers has nothing to do elsewhere. */
    readonly subscribed: boolean,
  ) {
    super(transactionIds, categorizedIds, debtIds);
  }
}

/** The transactions of an import were entered, all at once; they carry its id. */
export class TransactionsImported {
  constructor(readonly importId: string) {}
}

/** A live transaction was changed; the ids say what it is or was. */
export class TransactionEdited extends CountedTransactions {
  constructor(
    readonly transactionId: string,
    categorizedIds: readonly string[],
    debtIds: readonly string[],
    /** What it counted before. */
    readonly before: FiguresJson,
  ) {
    super([transactionId], categorizedIds, debtIds);
  }
}

/** Many live transactions got another description, other notes or another category at once, by no person's edit. */
export class TransactionsBulkEdited {
  constructor(
    readonly transactionIds: readonly string[],
    /** By how much more or less their categories count. */
    readonly changes: ActivityJson,
  ) {}
}

/** Transactions went to the trash: they count nowhere any more. */
export class TransactionsTrashed extends CountedTransactions {}

/** Transactions came back from the trash, with all that they had. */
export class TransactionsRestored extends CountedTransactions {}

/** Live transactions count by so much more or less: a rate, or what they are converted into, is another. */
export class TransactionsRevalued {
  constructor(readonly changes: ActivityJson) {}
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

/** A category is about to be deleted. A listener that still needs it refuses by throwing CategoryInUse. */
export class CategoryDeleted {
  constructor(readonly categoryId: string) {}
}
