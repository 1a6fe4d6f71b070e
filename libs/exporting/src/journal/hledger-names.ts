import type { Book } from './journal-entries.js';

/** The accounts of a journal: what each account, category and contact of a workspace is called there. */
export interface JournalNames {
  readonly accounts: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  /** The account of what a contact owes, or is owed where it is negative. */
  readonly debts: ReadonlyMap<string, string>;
}

export const OPENING = 'equity:opening';
export const ADJUSTMENTS = 'equity:adjustments';
/** Where a debt comes from that moved no money of the owner's. */
export const WITHOUT_ACCOUNT = 'equity:debts';
/** Where expenses and incomes without a category are counted. */
export const UNFILED = { expense: 'expenses:sin categoría', income: 'income:sin categoría' } as const;

const SHORT_ID = 8;

/**
 * Text as it can stand anywhere in a journal. A colon would begin another account or a tag, a semicolon a comment, and two
 * spaces, of whatever kind, or a line break would end a name.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll(':', '-')
    .replaceAll(';', ',')
    .trim();
}

/** Names for everything in a book; no two things share one, whatever they are called. */
export function journalNames(book: Book): JournalNames {
  const taken = new Set<string>([OPENING, ADJUSTMENTS, WITHOUT_ACCOUNT, ...Object.values(UNFILED)]);
  const accounts = [...book.accounts.values()].map(({ id, name, kind }) =>
    named(id, kind === 'asset' ? 'assets' : 'liabilities', name),
  );
  const debts = [...book.contacts.values()].map(({ id, name }) => named(id, 'assets:debts', name));
  const categories = new Map<string, string>();
  for (const { id } of book.categories.values()) nameCategory(book, id, categories, taken);
  return { accounts: new Map(accounts), debts: new Map(debts), categories };

  /** Names of accounts and contacts may repeat, so that each bears the end of its id; all of it where even that repeats. */
  function named(id: string, parent: string, name: string): [string, string] {
    const short = `${parent}:${plainText(name)} (${id.slice(-SHORT_ID)})`;
    return [id, claim(taken, short, `${parent}:${plainText(name)} (${id})`)];
  }
}

/** A category is called by its path. Only where two names become one, one of them bears its id. */
function nameCategory(book: Book, id: string, names: Map<string, string>, taken: Set<string>): string {
  const known = names.get(id);
  if (known !== undefined) return known;
  const { name, parentId, kind } = book.categories.get(id)!;
  const root = kind === 'expense' ? 'expenses' : 'income';
  const parent = parentId === null ? root : nameCategory(book, parentId, names, taken);
  const path = claim(taken, `${parent}:${plainText(name)}`, `${parent}:${plainText(name)} (${id})`);
  names.set(id, path);
  return path;
}

function claim(taken: Set<string>, wanted: string, otherwise: string): string {
  const name = taken.has(wanted) ? otherwise : wanted;
  taken.add(name);
  return name;
}
