import type { Values } from '@app/kernel/pure';
import { eventType } from '@app/kernel/pure';

/** The accounts that a transaction moves. */
interface MovedAccounts {
  readonly accountIds: readonly string[];
}

/** How many transactions a call changed in which way, and the accounts that they move. */
interface ChangedTransactions extends MovedAccounts {
  readonly created: number;
  readonly updated: number;
  readonly trashed: number;
  readonly restored: number;
}

/** Where a balance stands beside the threshold that it crossed. */
interface Crossing {
  readonly balance: string;
  readonly alertThreshold: string;
}

/** What is announced of the ledger. Source: contract section 16. */
export const accountEvents = {
  created: eventType('account.created', 'An account was opened.'),
  updated: eventType('account.updated', 'Fields of an account were changed.'),
  archive: eventType('account.archived', 'An account was archived.'),
  restore: eventType('account.restored', 'An archived account is active again.'),
  close: eventType('account.closed', 'An account with nothing in it was closed.'),
  reopen: eventType('account.reopened', 'A closed account is active again.'),
  balanceLow: eventType<Crossing>(
    'account.balance_low',
    'What is owned fell below the alert threshold, or what is owed rose above it.',
  ),
  balanceRecovered: eventType<Crossing>(
    'account.balance_recovered',
    'The balance is back from beyond its alert threshold.',
  ),
  deleted: eventType('account.deleted', 'An account without transactions was deleted.'),
};

export const transactionEvents = {
  created: eventType<MovedAccounts>('transaction.created', 'A transaction was entered.'),
  updated: eventType<MovedAccounts>('transaction.updated', 'A transaction was edited.'),
  trashed: eventType<MovedAccounts>('transaction.trashed', 'A transaction was put into the trash.'),
  restored: eventType<MovedAccounts>('transaction.restored', 'A transaction came back from the trash.'),
  deleted: eventType<MovedAccounts>('transaction.deleted', 'A transaction in the trash was deleted for good.'),
};

export const transactionsEvents = {
  changed: eventType<ChangedTransactions>(
    'transactions.changed',
    'Many transactions were entered, edited, trashed or restored by one call: how many of each.',
  ),
};

export const categoryEvents = {
  created: eventType('category.created', 'A category was added.'),
  updated: eventType('category.updated', 'A category was renamed, moved, archived or brought back.'),
  deleted: eventType('category.deleted', 'A category was deleted; another one may have taken over what it had.'),
};

export const tagEvents = {
  renamed: eventType('tag.renamed', 'A tag got another name, or became one with another tag.'),
  deleted: eventType('tag.deleted', 'A tag was taken from every transaction.'),
};

export const trashEvents = {
  emptied: eventType<{ readonly count: number }>('trash.emptied', 'What was in the trash was deleted for good.'),
};

/**
 * By how much spending and earning are more or less: a JSON list of `workspace_id`, `account_id`, `category_id` (null where
 * there is none), `type` (what it counts as), `day`, `amount` in minor units of the base currency, spending positive, and
 * `count`, by how many parts. It is read by statements.
 */
export type ActivityJson = string;

/**
 * What transactions counted before a change, as JSON for statements to read: `movements`, a list of `account_id`, `day` and
 * `amount` in minor units of the account; and `activity`, a list of what `ledger_activity` says of each part.
 */
export type FiguresJson = string;

/** Transactions that count in another way than before, and those among them whose figures some followers keep. */
abstract class CountedTransactions {
  constructor(
    readonly transactionIds: readonly string[],
    /** Those that are spending or earning, whole or in parts. */
    readonly countedIds: readonly string[],
    /** Those that may be a debt, whole or in parts. */
    readonly debtIds: readonly string[],
    /** Those that have tags, or had. */
    readonly taggedIds: readonly string[],
    /** Those that are occurrences of schedules, or were before they went to the trash. */
    readonly scheduledIds: readonly string[] = [],
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
    countedIds: readonly string[],
    debtIds: readonly string[],
    taggedIds: readonly string[],
    /** Whether the workspace is subscribed to (BulkEdits.subscribe); a listener of subscribers has nothing to do elsewhere. */
    readonly subscribed: boolean,
  ) {
    super(transactionIds, countedIds, debtIds, taggedIds);
  }
}

/**
 * Writes the query for what an import enters into an account, with the columns ordinal (their order in time), row, date, type,
 * amount in minor units, description, folded_description, imported_description, notes, category_id, category_source (who chose
 * it: person, rule or import), external_id and parts: null, or [{amount, category_id, notes}] that make the amount.
 */
export type EnteredRows = (values: Values) => string;

/** Rows that become occurrences of schedules, with the ids that their transactions get: lists as PostgreSQL writes arrays. */
export interface ScheduledRows {
  readonly rows: string;
  readonly transactionIds: string;
  readonly scheduleIds: string;
}

/**
 * The rows of an import are about to become transactions of an account that is held. A context that knows schedules says which
 * of them are occurrences, so that each is written once.
 */
export class TransactionsImporting {
  scheduled: ScheduledRows = { rows: '{}', transactionIds: '{}', scheduleIds: '{}' };

  constructor(
    readonly accountId: string,
    readonly rows: EnteredRows,
    /** The instant of the transactions' ids, which are `ordered_id` of it and of the rows' ordinals. */
    readonly at: Date,
  ) {}
}

/** The transactions of an import were entered, all at once; they carry its id. */
export class TransactionsImported {
  constructor(readonly importId: string) {}
}

/** Those of some transactions that are of a kind, or were before a change. */
interface TransactionKinds {
  readonly countedIds: readonly string[];
  readonly debtIds: readonly string[];
  readonly taggedIds: readonly string[];
  readonly scheduledIds: readonly string[];
}

/** Live transactions were changed; the ids say what each is or was. */
export class TransactionsEdited extends CountedTransactions {
  constructor(
    transactionIds: readonly string[],
    { countedIds, debtIds, taggedIds, scheduledIds }: TransactionKinds,
    /** What they counted before, all together. */
    readonly before: FiguresJson,
    /** Whether the workspace is subscribed to (BulkEdits.subscribe). */
    readonly subscribed: boolean,
  ) {
    super(transactionIds, countedIds, debtIds, taggedIds, scheduledIds);
  }
}

/** Many live transactions got another description, other notes, another category or other tags at once, by no person's edit. */
export class TransactionsBulkEdited {
  constructor(
    readonly transactionIds: readonly string[],
    /** By how much more or less they count. */
    readonly changes: ActivityJson,
    /** Those whose tags are others now. */
    readonly taggedIds: readonly string[],
  ) {}
}

/** Transactions went to the trash: they no longer count anywhere. */
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

/** A tag, by its id and its name. */
interface NamedTag {
  readonly id: string;
  readonly name: string;
}

/** A tag has another name, or was made one with another tag, whose id it then has. */
export class TagReplaced {
  constructor(
    readonly from: NamedTag,
    readonly to: NamedTag,
    /** The transactions whose tag is another one now: none where only the name is. */
    readonly transactionIds: readonly string[],
    /** Those of them that had the other one already. */
    readonly hadBothIds: readonly string[],
  ) {}
}

/** A tag was taken from every transaction. */
export class TagDeleted {
  constructor(
    readonly tagId: string,
    readonly name: string,
  ) {}
}

/** A category is about to be deleted. A listener that still needs it refuses by throwing CategoryInUse. */
export class CategoryDeleted {
  constructor(readonly categoryId: string) {}
}

/** After these, transactions that were there before and are not in the trash show what they showed. */
const WITHOUT_EDITS = [
  TransactionsCreated,
  TransactionsImporting,
  TransactionsImported,
  TransactionsTrashed,
  TransactionsRestored,
  TransactionsDeleted,
];
/** After these, accounts differ in what they hold, and in nothing else. */
const OF_TRANSACTIONS = [...WITHOUT_EDITS, TransactionsEdited, TransactionsBulkEdited];

/** Whether a change is known by its events to have edited no transaction; a change without events may have. */
export function isWithoutEdits(published: readonly object[]): boolean {
  return areAll(published, WITHOUT_EDITS);
}

/** Whether a change is known by its events to be one of transactions alone, with what follows from it. */
export function isOfTransactions(published: readonly object[]): boolean {
  return areAll(published, OF_TRANSACTIONS);
}

function areAll(published: readonly object[], known: readonly (abstract new (...args: never[]) => object)[]): boolean {
  return published.length > 0 && published.every((event) => known.some((one) => event instanceof one));
}
