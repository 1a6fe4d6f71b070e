import type { Values } from '@app/kernel/pure';
import { eventType } from '@app/kernel/pure';

interface MovedAccounts {
  readonly accountIds: readonly string[];
}

interface ChangedTransactions extends MovedAccounts {
  readonly created: number;
  readonly updated: number;
  readonly trashed: number;
  readonly restored: number;
}

interface Crossing {
  readonly balance: string;
  readonly alertThreshold: string;
}

export const accountEvents = {
  created: eventType('account.created', 'An account was created.'),
  updated: eventType('account.updated', 'Fields of an account were changed.'),
  archive: eventType('account.archived', 'An account was archived.'),
  restore: eventType('account.restored', 'An archived account is active again.'),
  close: eventType('account.closed', 'An account with a zero balance was closed.'),
  reopen: eventType('account.reopened', 'A closed account is active again.'),
  balanceLow: eventType<Crossing>(
    'account.balance_low',
    'An asset fell below its alert threshold, or a liability rose above it.',
  ),
  balanceRecovered: eventType<Crossing>('account.balance_recovered', 'The balance is back within its alert threshold.'),
  deleted: eventType('account.deleted', 'An account without transactions was deleted.'),
};

export const transactionEvents = {
  created: eventType<MovedAccounts>('transaction.created', 'A transaction was created.'),
  updated: eventType<MovedAccounts>('transaction.updated', 'A transaction was edited.'),
  trashed: eventType<MovedAccounts>('transaction.trashed', 'A transaction was moved to the trash.'),
  restored: eventType<MovedAccounts>('transaction.restored', 'A transaction was restored from the trash.'),
  deleted: eventType<MovedAccounts>('transaction.deleted', 'A trashed transaction was permanently deleted.'),
};

export const transactionsEvents = {
  changed: eventType<ChangedTransactions>(
    'transactions.changed',
    'One call created, edited, trashed or restored many transactions. Includes the number of each.',
  ),
};

export const categoryEvents = {
  created: eventType('category.created', 'A category was created.'),
  updated: eventType('category.updated', 'A category was renamed, moved, archived or restored.'),
  deleted: eventType(
    'category.deleted',
    'A category was deleted. Its transactions may have been moved to another category.',
  ),
};

export const tagEvents = {
  renamed: eventType('tag.renamed', 'A tag was renamed or merged into another tag.'),
  deleted: eventType('tag.deleted', 'A tag was deleted from all transactions.'),
};

export const trashEvents = {
  emptied: eventType<{ readonly count: number }>('trash.emptied', 'All trashed transactions were permanently deleted.'),
};

/**
 * Changes to spending and income, as a JSON array for SQL. The members are `workspace_id`, `account_id`, `category_id`
 * (nullable), `type`, `day`, `amount` (minor units of the base currency, positive for spending) and `count` (change in
 * the number of splits and unsplit transactions).
 */
export type ActivityJson = string;

/**
 * Figures of transactions before a change, as JSON for SQL. `movements` contains `transaction_id`, `account_id`, `day`
 * and `amount` in minor units of the account. `goals` contains `goal_id`, `account_id` and `amount` of the expenses
 * that goals paid, and may be null. `activity` contains the `ledger_activity` of each split or unsplit transaction.
 */
export type FiguresJson = string;

/** Subsets of changed transactions that listeners need, by ID. */
interface TransactionKinds {
  /** Expenses and income, split or unsplit. */
  readonly countedIds: readonly string[];
  /** Debts, and transactions that may have a split that is a debt. */
  readonly debtIds: readonly string[];
  /** Transactions that have or had tags. */
  readonly taggedIds: readonly string[];
  /** Occurrences of schedules, including transactions that were occurrences before they were trashed. */
  readonly scheduledIds: readonly string[];
  /** Expenses that a goal pays or has paid. */
  readonly goalIds: readonly string[];
}

/** IDs of changed transactions, and the subsets that listeners need. */
abstract class CountedTransactions implements TransactionKinds {
  readonly countedIds: readonly string[];
  readonly debtIds: readonly string[];
  readonly taggedIds: readonly string[];
  readonly scheduledIds: readonly string[];
  readonly goalIds: readonly string[];

  constructor(
    readonly transactionIds: readonly string[],
    kinds: TransactionKinds,
  ) {
    this.countedIds = kinds.countedIds;
    this.debtIds = kinds.debtIds;
    this.taggedIds = kinds.taggedIds;
    this.scheduledIds = kinds.scheduledIds;
    this.goalIds = kinds.goalIds;
  }
}

/**
 * Published before transactions refer to contacts. The contacts context adds IDs of contacts that do not exist to
 * `unknownIds`.
 */
export class ContactsNamed {
  readonly unknownIds = new Set<string>();

  constructor(readonly contactIds: readonly string[]) {}
}

export class TransactionsCreated extends CountedTransactions {
  constructor(
    transactionIds: readonly string[],
    kinds: TransactionKinds,
    readonly subscribed: boolean,
  ) {
    super(transactionIds, kinds);
  }
}

/**
 * Builds the query that returns an import's rows. Its columns are ordinal (chronological order), row, date, type,
 * amount (minor units), description, folded_description, imported_description, notes, category_id, category_source
 * (person, rule or import), external_id and parts (null, or [{amount, category_id, notes}] that add up to the amount).
 */
export type EnteredRows = (values: Values) => string;

/**
 * Rows that become occurrences of schedules, with the IDs of their new transactions. All lists are PostgreSQL array
 * literals.
 */
export interface ScheduledRows {
  readonly rows: string;
  readonly transactionIds: string;
  readonly scheduleIds: string;
}

/**
 * Published before the rows of an import are inserted. Their account is locked. The planning context sets `scheduled`.
 */
export class TransactionsImporting {
  scheduled: ScheduledRows = { rows: '{}', transactionIds: '{}', scheduleIds: '{}' };

  constructor(
    readonly accountId: string,
    readonly rows: EnteredRows,
    /** Timestamp in the transaction IDs. Each ID is `ordered_id` of this timestamp and the row's ordinal. */
    readonly at: Date,
  ) {}
}

export class TransactionsImported {
  constructor(readonly importId: string) {}
}

export class TransactionsEdited extends CountedTransactions {
  constructor(
    transactionIds: readonly string[],
    kinds: TransactionKinds,
    readonly before: FiguresJson,
    readonly subscribed: boolean,
  ) {
    super(transactionIds, kinds);
  }
}

/** Published after rules, or the undo of a run, have changed fields or tags of many live transactions. */
export class TransactionsBulkEdited {
  constructor(
    readonly transactionIds: readonly string[],
    readonly changes: ActivityJson,
    readonly taggedIds: readonly string[],
  ) {}
}

export class TransactionsTrashed extends CountedTransactions {}

export class TransactionsRestored extends CountedTransactions {}

/** Published after a new rate or a new base currency has changed base amounts of live transactions. */
export class TransactionsRevalued {
  constructor(readonly changes: ActivityJson) {}
}

/** Published after trashed transactions were permanently deleted. */
export class TransactionsDeleted {
  constructor(readonly transactions: readonly { readonly workspaceId: string; readonly id: string }[]) {}
}

/** Published after the account's conversion into the base currency changed. */
export class AccountRevalued {
  constructor(readonly accountId: string) {}
}

export class AccountDeleted {
  constructor(readonly accountId: string) {}
}

/**
 * Published after an asset account has become a liability or the reverse. Only possible if the account has no
 * transactions.
 */
export class AccountKindChanged {
  constructor(readonly accountId: string) {}
}

/** Published after the currency of an account has changed. Only possible if the account has no transactions. */
export class AccountCurrencyChanged {
  constructor(
    readonly accountId: string,
    readonly from: string,
    readonly to: string,
  ) {}
}

export class CategoryReplaced {
  constructor(
    readonly fromId: string,
    readonly toId: string,
  ) {}
}

export const booksEvents = {
  closed: eventType('books.closed', 'The books were closed through a later day.'),
  reopened: eventType('books.reopened', 'Closed days were reopened.'),
};

interface NamedTag {
  readonly id: string;
  readonly name: string;
}

/** Published after a tag was renamed (same ID) or merged into another tag (different ID). */
export class TagReplaced {
  constructor(
    readonly from: NamedTag,
    readonly to: NamedTag,
    /** Transactions whose tag ID changed. Empty if the tag was renamed. */
    readonly transactionIds: readonly string[],
    /** Transactions that already had the target tag. */
    readonly hadBothIds: readonly string[],
  ) {}
}

export class TagDeleted {
  constructor(
    readonly tagId: string,
    readonly name: string,
  ) {}
}

/** Published when categories are deleted. No context uses them any longer (see `CategoryUses`). */
export class CategoriesDeleted {
  constructor(readonly categoryIds: readonly string[]) {}
}

/** Events that do not edit existing live transactions. */
const WITHOUT_EDITS = [
  TransactionsCreated,
  TransactionsImporting,
  TransactionsImported,
  TransactionsTrashed,
  TransactionsRestored,
  TransactionsDeleted,
];
/** Events that change only transactions and account positions. */
const OF_TRANSACTIONS = [...WITHOUT_EDITS, TransactionsEdited, TransactionsBulkEdited];

/**
 * True if the events show that no existing transaction was edited. False if there are no events, because work without
 * events may edit transactions.
 */
export function isWithoutEdits(published: readonly object[]): boolean {
  return areAll(published, WITHOUT_EDITS);
}

/** True if the events show that only transactions and derived figures changed. False if there are no events. */
export function isOfTransactions(published: readonly object[]): boolean {
  return areAll(published, OF_TRANSACTIONS);
}

function areAll(published: readonly object[], known: readonly (abstract new (...args: never[]) => object)[]): boolean {
  return published.length > 0 && published.every((event) => known.some((type) => event instanceof type));
}
