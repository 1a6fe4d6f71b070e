import type { ColumnContent } from './column-content.js';
import { promisesDirection, saysDirection } from './direction-column.js';
import { currencyNamed } from '../cells/currency-name.js';
import { directionReadings } from '../cells/direction.js';
import { sidesNamed } from '../cells/side-words.js';
import { foldText } from '../text/fold-text.js';
import { readHeading, type ColumnRole } from '../tables/header-words.js';
import type { SourceRecord } from '../records/source-table.js';
import type { Mapping } from '../records/mapping.js';
import type { StatementAccount } from '../records/statement-account.js';

/**
 * If amounts are unsigned, the minimum share of the words in a type column (`Tipo`) that must be known. Rows with
 * unknown words then have errors instead of being read as income.
 */
const UNDERSTOOD_OF_UNSIGNED = 0.5;

type Columns = { -readonly [Key in keyof Mapping]?: Mapping[Key] };

/**
 * Finds columns whose headings agree with their cells. Prefers the operation date to a plain `Fecha`, and a plain
 * `Fecha` to booking and value dates. Prefers debit and credit columns to an amount column, and an amount column to a
 * single debit or credit column.
 */
export function columnsByHeading(
  headings: readonly string[],
  contents: readonly ColumnContent[],
  sample: readonly SourceRecord[],
  account: StatementAccount,
): Columns {
  const pick = new HeadingPick(headings, contents);
  const columns: Columns = {};
  const isPlain = ({ index, filled }: ColumnContent) => filled > 0 && isPlainDescription(headings[index] ?? '');
  const isTerse = (content: ColumnContent) => isPlain(content) && content.letters > 0;
  columns.date = pick.best(['date'], ({ dates, filled }) => dates * filled >= 0.5) ?? pick.best(['date'], () => true);
  columns.balance = pick.best(['balance'], isAmounts);
  pickAmounts(columns, pick, sample, account);
  const isTelling = (content: ColumnContent) => !isKind(content, sample.length) || isPlain(content);
  columns.description =
    pick.best(['description'], (content) => isText(content) && content.filled >= 0.5 && isTelling(content)) ??
    pick.best(['description'], (content) => isText(content) && content.filled >= 0.5) ??
    pick.best(['description'], isText) ??
    pick.best(['description'], isTerse) ??
    pick.best(['details'], isText) ??
    pick.best(['description'], isPlain);
  const { description } = columns;
  const isOther = (content: ColumnContent) =>
    isText(content) &&
    content.filled >= 0.3 &&
    !isKind(content, sample.length) &&
    differs(sample, content.index, description);
  columns.notes = pick.best(['details'], ({ filled }) => filled > 0) ?? pick.mostTelling(['description'], isOther);
  columns.reference = pick.best(['reference'], ({ filled }) => filled > 0);
  columns.currency = pick.best(['currency'], ({ currencies, codes }) => currencies >= 0.5 || codes >= 0.9);
  columns.category = pick.best(['category'], isText) ?? pick.best(['category'], ({ letters }) => letters > 0);
  return columns;
}

/**
 * True if the column has only a few short texts, such as DEBIT and CREDIT. These are transaction types, not
 * descriptions.
 */
function isKind({ values, words }: ColumnContent, rows: number): boolean {
  const texts = [...values.keys()];
  if (words < 0.3 || texts.some((text) => text.length > 40)) return false;
  const areSides = texts.every((text) => {
    const { debit, credit } = sidesNamed(foldText(text));
    return debit || credit;
  });
  return areSides || (rows >= 5 && texts.length <= rows * 0.4);
}

function differs(sample: readonly SourceRecord[], column: number, description: number | null | undefined): boolean {
  if (description == null) return false;
  const same = sample.filter(({ cells }) => foldText(cells[column] ?? '') === foldText(cells[description] ?? ''));
  return same.length < sample.length / 2;
}

/** True if the heading clearly names descriptions. In this case, single letters and numbers are descriptions, too. */
function isPlainDescription(heading: string): boolean {
  return readHeading(heading.trim()).some(({ role, rank }) => role === 'description' && rank >= 7);
}

function pickAmounts(
  columns: Columns,
  pick: HeadingPick,
  sample: readonly SourceRecord[],
  account: StatementAccount,
): void {
  const rankOf = (heading: string) => amountRank(heading, account.accountCurrency);
  const isEmptyOrAmounts = (content: ColumnContent) => content.filled === 0 || isAmounts(content);
  const [debit, credit] = letteredSides(pick) ?? [
    pick.peek(['debit'], isEmptyOrAmounts, rankOf),
    pick.peek(['credit'], isEmptyOrAmounts, rankOf),
  ];
  const areBothFilled =
    debit !== null && credit !== null && sample.filter(fillsBoth(debit, credit)).length > sample.length / 2;
  const isBetter = areBothFilled && pick.peek(['amount'], isAmounts) !== null;
  if (debit !== null && credit !== null && !isBetter) {
    columns.debit = pick.take(debit);
    columns.credit = pick.take(credit);
    return;
  }
  columns.amount = pick.best(['amount', 'sides'], isAmounts, rankOf);
  if (columns.amount === null) {
    columns.debit = debit === null ? null : pick.take(debit);
    columns.credit = credit === null ? null : pick.take(credit);
    return;
  }
  const isDirection = ({ values, index }: ColumnContent) =>
    directionReadings(values, pick.headings[index] ?? '', account.accountKind).length > 0;
  const isPartly = ({ values, filled }: ColumnContent) =>
    filled > 0.5 && directionReadings(values, '', account.accountKind, UNDERSTOOD_OF_UNSIGNED).length > 0;
  const roles: readonly ColumnRole[] = ['sides', 'direction', 'debit', 'credit'];
  const { amount } = columns;
  const signed = pick.contents[amount]?.hasNegatives;
  const says = ({ index }: ColumnContent) => saysDirection(sample, amount, index, account);
  columns.direction =
    pick.best(roles, (content) => isDirection(content) && says(content)) ??
    (signed ? null : (pick.best(['sides', 'direction'], isPartly) ?? promisedDirection(pick)));
}

/** Returns a test for rows that fill both columns, such as repeated totals. A transaction fills only one of them. */
function fillsBoth(debit: number, credit: number): (record: SourceRecord) => boolean {
  return ({ cells }) => [debit, credit].every((column) => /[1-9]/.test(cells[column] ?? ''));
}

/**
 * Finds a column whose heading promises a direction. If there is one, unsigned amounts are valid even if its words are
 * unknown.
 */
function promisedDirection(pick: HeadingPick): number | null {
  const rankOf = (index: number) =>
    Math.max(0, ...readHeading((pick.headings[index] ?? '').trim()).map(({ role, rank }) => (isSide(role) ? rank : 0)));
  const promises = (content: ColumnContent) =>
    promisesDirection(pick.headings[content.index] ?? '', rankOf(content.index), content);
  return pick.best(['sides', 'direction'], promises);
}

function isSide(role: ColumnRole): boolean {
  return role === 'sides' || role === 'direction';
}

const LETTERED: readonly (readonly [string, string])[] = [
  ['d', 'h'],
  ['s', 'h'],
  ['d', 'c'],
  ['c', 'a'],
  ['d', 'a'],
];

function letteredSides(pick: HeadingPick): readonly [number, number] | null {
  const folded = pick.headings.map((heading) => foldText(heading));
  if (folded.filter((heading) => heading.length === 1).length !== 2) return null;
  const isMoney = (index: number) => {
    const content = pick.contents[index];
    return content !== undefined && (content.filled === 0 || isAmounts(content));
  };
  for (const [debit, credit] of LETTERED) {
    const [first, second] = [folded.indexOf(debit), folded.indexOf(credit)];
    if (first >= 0 && second >= 0 && isMoney(first) && isMoney(second)) return [first, second];
  }
  return null;
}

/**
 * Ranks the heading of an amount. Net is above gross, settled is above authorized, and the original amount in another
 * currency is last.
 */
export function amountRank(heading: string, accountCurrency: string): number {
  const words = foldText(heading).split(' ');
  const net = words.some((word) => /^(net[oa]?|netto|liquid[oa]|cista|нетто|чиста|καθαρο|純額|净额)$/.test(word))
    ? 3
    : 0;
  const gross = words.some((word) => /^(brut[oa]?|brutto|gross|lordo|hruba|брутто|μικτο|総額|总额)$/.test(word))
    ? -3
    : 0;
  const settled = words.some((word) => /^(settled|posted|booked|aplicad[oa]|liquidad[oa])$/.test(word)) ? 2 : 0;
  const authorized = words.some((word) => /^(authori[sz]ed|requested|autorizad[oa]|solicitad[oa])$/.test(word))
    ? -2
    : 0;
  const original = words.some((word) =>
    /^(original(es)?|origen|foreign|extranjer[oa]|oryginaln\p{L}|origine|urspr.nglich\p{L}*)$/u.test(word),
  )
    ? -10
    : 0;
  const named = words.map(currencyNamed).filter((currency) => currency !== null);
  return (
    net + gross + settled + authorized + original + (named.length === 0 ? 0 : named.includes(accountCurrency) ? 1 : -10)
  );
}

function isAmounts({ amounts, filled, dates }: ColumnContent): boolean {
  return filled > 0 && amounts >= 0.5 && dates < 0.5;
}

function isText({ words, filled }: ColumnContent): boolean {
  return filled > 0 && words >= 0.3;
}

class HeadingPick {
  private readonly taken = new Set<number>();

  constructor(
    readonly headings: readonly string[],
    readonly contents: readonly ColumnContent[],
  ) {}

  best(
    roles: readonly ColumnRole[],
    fits: (content: ColumnContent) => boolean,
    extraRank: (heading: string) => number = () => 0,
  ): number | null {
    const column = this.peek(roles, fits, extraRank);
    return column === null ? null : this.take(column);
  }

  peek(
    roles: readonly ColumnRole[],
    fits: (content: ColumnContent) => boolean,
    extraRank: (heading: string) => number = () => 0,
  ): number | null {
    let best: number | null = null;
    let bestRank = -Infinity;
    for (const content of this.contents) {
      const heading = this.headings[content.index] ?? '';
      const match = readHeading(heading.trim()).find(({ role }) => roles.includes(role));
      if (!match || this.taken.has(content.index) || !fits(content)) continue;
      const rank = match.rank + extraRank(heading);
      if (rank > bestRank) [best, bestRank] = [content.index, rank];
    }
    return best;
  }

  mostTelling(roles: readonly ColumnRole[], fits: (content: ColumnContent) => boolean): number | null {
    const isOfRole = ({ index }: ColumnContent) =>
      readHeading((this.headings[index] ?? '').trim()).some(({ role }) => roles.includes(role));
    const telling = this.contents.filter((each) => !this.taken.has(each.index) && isOfRole(each) && fits(each));
    telling.sort((a, b) => b.values.size - a.values.size || b.letters - a.letters);
    return telling.length === 0 ? null : this.take(telling[0]!.index);
  }

  take(column: number): number {
    this.taken.add(column);
    return column;
  }
}
