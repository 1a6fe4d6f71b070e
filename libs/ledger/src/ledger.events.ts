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
  created: eventType('account.created', 'An account was opened.'),
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
  created: eventType('category.created', 'A category was added.'),
  updated: eventType('category.updated', 'A category was renamed, moved, archived or restored.'),
  deleted: eventType(
    'category.deleted',
    'A category was deleted. Another category may have taken over its transactions.',
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
 * Changes of spending and income, as a JSON array for SQL: `workspace_id`, `account_id`, `category_id` (nullable), `type`,
 * `day`, `amount` (minor units of the base currency, spending positive) and `count` (change in the number of parts).
 */
export type ActivityJson = string;

/**
 * Figures of transactions before a change, as JSON for SQL: `movements` (`account_id`, `day`, `amount` in minor units of the
 * account) and `activity` (the `ledger_activity` of each part).
 */
export type FiguresJson = string;

/** Changed transactions, with the subsets that listeners select. */
abstract class CountedTransactions {
  constructor(
    readonly transactionIds: readonly string[],
    /** Expenses and income, unsplit or in splits. */
    readonly countedIds: readonly string[],
    /** Possible debts, unsplit or in splits. */
    readonly debtIds: readonly string[],
    /** Transactions that have or had tags. */
    readonly taggedIds: readonly string[],
    /** Occurrences of schedules, now or before the transaction was trashed. */
    readonly scheduledIds: readonly string[] = [],
  ) {}
}

/** Published before transactions reference contacts. The contacts context adds the unknown ids. */
export class ContactsNamed {
  readonly unknownIds = new Set<string>();

  constructor(readonly contactIds: readonly string[]) {}
}

export class TransactionsCreated extends CountedTransactions {
  constructor(
    transactionIds: readonly string[],
    countedIds: readonly string[],
    debtIds: readonly string[],
    taggedIds: readonly string[],
    readonly subscribed: boolean,
  ) {
    super(transactionIds, countedIds, debtIds, taggedIds);
  }
}

/**
 * Builds the query of an import's rows, with columns ordinal (order in time), row, date, type, amount (minor units), description,
 * folded_description, imported_description, notes, category_id, category_source (person, rule or import), external_id and parts
 * (null, or [{amount, category_id, notes}] that sum to the amount).
 */
export type EnteredRows = (values: Values) => string;

/** Rows that become occurrences of schedules, with their new transaction ids, as PostgreSQL array literals. */
export interface ScheduledRows {
  readonly rows: string;
  readonly transactionIds: string;
  readonly scheduleIds: string;
}

/** Published before an import's rows are inserted into a locked account. The planning context sets `scheduled`. */
export class TransactionsImporting {
  scheduled: ScheduledRows = { rows: '{}', transactionIds: '{}', scheduleIds: '{}' };

  constructor(
    readonly accountId: string,
    readonly rows: EnteredRows,
    /** Timestamp of the transaction ids: `ordered_id` of it and the row's ordinal. */
    readonly at: Date,
  ) {}
}

export class TransactionsImported {
  constructor(readonly importId: string) {}
}

interface TransactionKinds {
  readonly countedIds: readonly string[];
  readonly debtIds: readonly string[];
  readonly taggedIds: readonly string[];
  readonly scheduledIds: readonly string[];
}

export class TransactionsEdited extends CountedTransactions {
  constructor(
    transactionIds: readonly string[],
    { countedIds, debtIds, taggedIds, scheduledIds }: TransactionKinds,
    readonly before: FiguresJson,
    readonly subscribed: boolean,
  ) {
    super(transactionIds, countedIds, debtIds, taggedIds, scheduledIds);
  }
}

/** Rules or jobs changed the description, notes, category or tags of many live transactions. */
export class TransactionsBulkEdited {
  constructor(
    readonly transactionIds: readonly string[],
    readonly changes: ActivityJson,
    /** Transactions whose tags changed. */
    readonly taggedIds: readonly string[],
  ) {}
}

export class TransactionsTrashed extends CountedTransactions {}

export class TransactionsRestored extends CountedTransactions {}

/** Base amounts of live transactions changed because a rate or the base currency changed. */
export class TransactionsRevalued {
  constructor(readonly changes: ActivityJson) {}
}

/** Trashed transactions were permanently deleted. An administrator's purge spans all workspaces. */
export class TransactionsDeleted {
  constructor(readonly transactions: readonly { readonly workspaceId: string; readonly id: string }[]) {}
}

/** The account's conversion into the base currency changed. */
export class AccountRevalued {
  constructor(readonly accountId: string) {}
}

export class AccountDeleted {
  constructor(readonly accountId: string) {}
}

/** Only accounts without transactions can change their currency. */
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

interface NamedTag {
  readonly id: string;
  readonly name: string;
}

/** A tag was renamed (same id) or merged into another tag (different id). */
export class TagReplaced {
  constructor(
    readonly from: NamedTag,
    readonly to: NamedTag,
    /** Transactions whose tag id changed; empty after a rename. */
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

/** Categories are deleted that no context uses (`CategoryUses`). */
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
/** Events that change no field of an account except its position. */
const OF_TRANSACTIONS = [...WITHOUT_EDITS, TransactionsEdited, TransactionsBulkEdited];

/** True if the events prove that no transaction was edited. A change without events may have edited one. */
export function isWithoutEdits(published: readonly object[]): boolean {
  return areAll(published, WITHOUT_EDITS);
}

/** True if the events prove that only transactions and derived figures changed. */
export function isOfTransactions(published: readonly object[]): boolean {
  return areAll(published, OF_TRANSACTIONS);
}

function areAll(published: readonly object[], known: readonly (abstract new (...args: never[]) => object)[]): boolean {
  return published.length > 0 && published.every((event) => known.some((type) => event instanceof type));
}
