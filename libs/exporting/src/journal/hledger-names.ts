import type { Book } from './journal-entries.js';

export interface JournalNames {
  readonly accounts: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  /** Accounts for the debts of contacts. Their balances are negative if the owner owes the contact. */
  readonly debts: ReadonlyMap<string, string>;
}

export const OPENING = 'equity:opening';
export const ADJUSTMENTS = 'equity:adjustments';
/** Counter-account of debts that did not change an account. */
export const WITHOUT_ACCOUNT = 'equity:debts';
export const UNFILED = { expense: 'expenses:sin categoría', income: 'income:sin categoría' } as const;

const SHORT_ID = 8;

/**
 * Removes hledger syntax. A colon starts an account or tag, a semicolon starts a comment, and two spaces or a line
 * break end a name.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll(':', '-')
    .replaceAll(';', ',')
    .trim();
}

export function journalNames(book: Book): JournalNames {
  const taken = new Set<string>([OPENING, ADJUSTMENTS, WITHOUT_ACCOUNT, ...Object.values(UNFILED)]);
  const accounts = [...book.accounts.values()].map(({ id, name, kind }) =>
    named(id, kind === 'asset' ? 'assets' : 'liabilities', name),
  );
  const debts = [...book.contacts.values()].map(({ id, name }) => named(id, 'assets:debts', name));
  const categories = new Map<string, string>();
  for (const { id } of book.categories.values()) nameCategory(book, id, categories, taken);
  return { accounts: new Map(accounts), debts: new Map(debts), categories };

  /**
   * Appends the end of the ID to the names of accounts and contacts, because these names may repeat. Appends the whole
   * ID if the result repeats too.
   */
  function named(id: string, parent: string, name: string): [string, string] {
    const short = `${parent}:${plainText(name)} (${id.slice(-SHORT_ID)})`;
    return [id, claim(taken, short, `${parent}:${plainText(name)} (${id})`)];
  }
}

/** Names a category by its path. Appends the ID of the category only if the path is taken. */
function nameCategory(book: Book, id: string, names: Map<string, string>, taken: Set<string>): string {
  const path = names.get(id);
  if (path !== undefined) return path;
  const { name, parentId, kind } = book.categories.get(id)!;
  const root = kind === 'expense' ? 'expenses' : 'income';
  const parent = parentId === null ? root : nameCategory(book, parentId, names, taken);
  const claimed = claim(taken, `${parent}:${plainText(name)}`, `${parent}:${plainText(name)} (${id})`);
  names.set(id, claimed);
  return claimed;
}

function claim(taken: Set<string>, wanted: string, otherwise: string): string {
  const name = taken.has(wanted) ? otherwise : wanted;
  taken.add(name);
  return name;
}
