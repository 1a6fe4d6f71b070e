import { isPlainlyUnbooked } from '../cells/booking-state.js';
import { foldText, isBlank } from '../text/fold-text.js';
import { lineText } from '../text/cell-text.js';
import type { SourceRecord } from '../records/source-table.js';

export interface Sections {
  /** Title of the unbooked section to which a row belongs, by the cells of the row. */
  readonly unbooked: ReadonlyMap<readonly string[], string>;
  readonly accounts: readonly string[];
}

const MAX_TITLE_LENGTH = 80;
const MAX_WORDS = 6;
const NOT_INCLUDED = /\b(no|not|sin|without|excluye|excludes?|excepto|except|ohne|sans|senza|sem|zonder)\b/;
const ACCOUNT =
  /^(?:n[uú]m(?:ero)?\.? (?:de )?|no\.? (?:de )?)?(cuenta|account|konto|compte|conto|rekening|conta|tarjeta|card)(?: \p{L}+){0,3} ?[:#]? ?([\dx*][\dx* -]*)$/iu;

/** True for a title of unbooked transactions, such as `Compras pendientes de aplicar`. */
function isUnbookedTitle(text: string): boolean {
  const words = foldText(text);
  if (text.length > MAX_TITLE_LENGTH || /\d/.test(text) || words.split(' ').length > MAX_WORDS) return false;
  return isPlainlyUnbooked(words) && !NOT_INCLUDED.test(words);
}

/** True if a title outside the table, such as a sheet name, describes its rows. */
export function isTelling(text: string): boolean {
  return isUnbookedTitle(text) || ACCOUNT.test(lineText(text).slice(0, MAX_TITLE_LENGTH));
}

/**
 * Finds section titles. A title of unbooked transactions applies until the next title that comes after at least one row
 * or names an account.
 */
export function findSections(
  records: readonly SourceRecord[],
  movements: readonly SourceRecord[],
  isNoTitle: (record: SourceRecord) => boolean,
): Sections {
  let next = 0;
  const unbooked = new Map<readonly string[], string>();
  const accounts = new Map<string, Set<string>>();
  let pending: string | null = null;
  let account: readonly [kind: string, number: string] | null = null;
  let isTitled = false;
  for (const record of records) {
    if (record === movements[next]) {
      next += 1;
      if (pending !== null) unbooked.set(record.cells, pending);
      if (account !== null) accounts.set(account[0], (accounts.get(account[0]) ?? new Set()).add(account[1]));
      account = null;
      isTitled = false;
      continue;
    }
    if (isNoTitle(record)) continue;
    const title = titleOf(record.cells);
    if (title === null) continue;
    const named = ACCOUNT.exec(title);
    if (named !== null) account = [named[1]!.toLowerCase(), named[2]!.replace(/\s+/g, '')];
    // The first title after a transaction starts a new section.
    if (isUnbookedTitle(title)) pending = title;
    else if (!isTitled || named !== null) pending = null;
    isTitled = true;
  }
  const several = [...accounts.values()].find((numbers) => numbers.size > 1);
  return { unbooked, accounts: [...(several ?? [])] };
}

function titleOf(cells: readonly string[]): string | null {
  const filled = cells.filter((cell) => !isBlank(cell));
  if (filled.length === 0 || filled.length > 2) return null;
  const title = lineText(filled.join(' ').slice(0, MAX_TITLE_LENGTH + 1));
  return title.length <= MAX_TITLE_LENGTH && /\p{L}{3}/u.test(title) ? title : null;
}
