import type { Book } from './journal-entries.js';

export interface JournalNames {
  readonly accounts: ReadonlyMap<string, string>;
  /**
   * Last part of each category's full name, unique among its siblings. Storing the full names would take quadratic
   * memory in a deep tree.
   */
  readonly categories: ReadonlyMap<string, string>;
  /** Accounts for debts, by contact. The balance is negative if the owner owes the contact. */
  readonly debts: ReadonlyMap<string, string>;
}

export const OPENING = 'equity:opening';
export const ADJUSTMENTS = 'equity:adjustments';
/** Counter-account for debts that did not change an account. */
export const WITHOUT_ACCOUNT = 'equity:debts';
export const CATEGORY_ROOTS = { expense: 'expenses', income: 'income' } as const;
export const UNFILED = { expense: 'expenses:sin categoría', income: 'income:sin categoría' } as const;

const SHORT_ID = 8;

/**
 * Replaces characters that have a meaning in hledger. A colon separates accounts or starts a tag, a semicolon starts a
 * comment, and two spaces or a line break end a name.
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
  for (const { id, name, parentId, kind } of book.categories.values()) {
    const parent = `${parentId ?? CATEGORY_ROOTS[kind]}:`;
    const own = parent + plainText(name);
    categories.set(id, claim(taken, own, `${own} (${id})`).slice(parent.length));
  }
  return { accounts: new Map(accounts), debts: new Map(debts), categories };

  /**
   * Appends the end of the ID, because accounts and contacts may share a name. Appends the whole ID if the result is
   * still not unique.
   */
  function named(id: string, parent: string, name: string): [string, string] {
    const short = `${parent}:${plainText(name)} (${id.slice(-SHORT_ID)})`;
    return [id, claim(taken, short, `${parent}:${plainText(name)} (${id})`)];
  }
}

function claim(taken: Set<string>, wanted: string, otherwise: string): string {
  const name = taken.has(wanted) ? otherwise : wanted;
  taken.add(name);
  return name;
}
