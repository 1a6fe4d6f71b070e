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
 * Where amounts have no sign, a column of kinds (`Tipo`) is the direction as soon as half of it is understood: a row
 * whose kind says neither side is then in error, and not taken for an income.
 */
const UNDERSTOOD_OF_UNSIGNED = 0.5;

type Columns = { -readonly [Key in keyof Mapping]?: Mapping[Key] };

/**
 * The columns that the header announces, where their cells bear it out.
 *
 * - Of two dates the day of the operation is the date, because that is when the person's movement happened; the day on
 *   which the bank booked or valued it comes after a plain `Fecha`.
 * - The plain description is the description, a detailed one the notes; a detailed one alone is the description.
 * - A debit and a credit column go before a column of amounts, which goes before one side alone.
 */
export function columnsByHeading(
  headings: readonly string[],
  contents: readonly ColumnContent[],
  sample: readonly SourceRecord[],
  account: StatementAccount,
): Columns {
  const pick = new HeadingPick(headings, contents);
  const found: Columns = {};
  const isPlain = ({ index, filled }: ColumnContent) => filled > 0 && isPlainDescription(headings[index] ?? '');
  const isTerse = (content: ColumnContent) => isPlain(content) && content.letters > 0;
  found.date = pick.best(['date'], ({ dates, filled }) => dates * filled >= 0.5) ?? pick.best(['date'], () => true);
  found.balance = pick.best(['balance'], isAmounts);
  pickAmounts(found, pick, sample, account);
  const isTelling = (content: ColumnContent) => !isKind(content, sample.length) || isPlain(content);
  found.description =
    pick.best(['description'], (content) => isText(content) && content.filled >= 0.5 && isTelling(content)) ??
    pick.best(['description'], (content) => isText(content) && content.filled >= 0.5) ??
    pick.best(['description'], isText) ??
    pick.best(['description'], isTerse) ??
    pick.best(['details'], isText) ??
    pick.best(['description'], isPlain);
  const { description } = found;
  const isOther = (content: ColumnContent) =>
    isText(content) &&
    content.filled >= 0.3 &&
    !isKind(content, sample.length) &&
    differs(sample, content.index, description);
  found.notes = pick.best(['details'], ({ filled }) => filled > 0) ?? pick.mostTelling(['description'], isOther);
  found.reference = pick.best(['reference'], ({ filled }) => filled > 0);
  found.currency = pick.best(['currency'], ({ currencies, codes }) => currencies >= 0.5 || codes >= 0.9);
  // A category may be called by one letter.
  found.category = pick.best(['category'], isText) ?? pick.best(['category'], ({ letters }) => letters > 0);
  return found;
}

/** Few short texts for many rows are kinds of movements, such as DEBIT and CREDIT: another column says more of each. */
function isKind({ values, words }: ColumnContent, rows: number): boolean {
  const texts = [...values.keys()];
  if (words < 0.3 || texts.some((text) => text.length > 40)) return false;
  const areSides = texts.every((text) => {
    const { debit, credit } = sidesNamed(foldText(text));
    return debit || credit;
  });
  return areSides || (rows >= 5 && texts.length <= rows * 0.4);
}

/** Whether a column says something else than the description in most rows. */
function differs(sample: readonly SourceRecord[], column: number, description: number | null | undefined): boolean {
  if (description == null) return false;
  const same = sample.filter(({ cells }) => foldText(cells[column] ?? '') === foldText(cells[description] ?? ''));
  return same.length < sample.length / 2;
}

/** A heading that leaves no doubt, so that even single letters or numbers under it are descriptions. */
function isPlainDescription(heading: string): boolean {
  return readHeading(heading.trim()).some(({ role, rank }) => role === 'description' && rank >= 7);
}

function pickAmounts(
  found: Columns,
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
    found.debit = pick.take(debit);
    found.credit = pick.take(credit);
    return;
  }
  found.amount = pick.best(['amount', 'sides'], isAmounts, rankOf);
  if (found.amount === null) {
    found.debit = debit === null ? null : pick.take(debit);
    found.credit = credit === null ? null : pick.take(credit);
    return;
  }
  const isDirection = ({ values, index }: ColumnContent) =>
    directionReadings(values, pick.headings[index] ?? '', account.accountKind).length > 0;
  const isPartly = ({ values, filled }: ColumnContent) =>
    filled > 0.5 && directionReadings(values, '', account.accountKind, UNDERSTOOD_OF_UNSIGNED).length > 0;
  const roles: readonly ColumnRole[] = ['sides', 'direction', 'debit', 'credit'];
  const { amount } = found;
  const signed = pick.contents[amount]?.hasNegatives;
  const says = ({ index }: ColumnContent) => saysDirection(sample, amount, index, account);
  found.direction =
    pick.best(roles, (content) => isDirection(content) && says(content)) ??
    (signed ? null : (pick.best(['sides', 'direction'], isPartly) ?? promisedDirection(pick)));
}

/** Rows that fill both sides, as the totals of a statement that each of its rows repeats: no row moves money both ways. */
function fillsBoth(debit: number, credit: number): (record: SourceRecord) => boolean {
  return ({ cells }) => [debit, credit].every((column) => /[1-9]/.test(cells[column] ?? ''));
}

/** Amounts without sign need a direction: a column that promises one keeps its place though its words are not understood. */
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

/** Headings of one letter each, the debit first: debe and haber, Soll and Haben, debit and credit. */
const LETTERED: readonly (readonly [string, string])[] = [
  ['d', 'h'],
  ['s', 'h'],
  ['d', 'c'],
  ['c', 'a'],
  ['d', 'a'],
];

/** Two columns of money whose headings are the letters of the two sides. */
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
 * An amount column that names another currency than the account's says what a purchase cost abroad. Of a gross and a net
 * amount the net one is what reached the account, of an authorised and a settled one the settled one.
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
  const asked = words.some((word) => /^(authori[sz]ed|requested|autorizad[oa]|solicitad[oa])$/.test(word)) ? -2 : 0;
  const original = words.some((word) =>
    /^(original(es)?|origen|foreign|extranjer[oa]|oryginaln\p{L}|origine|urspr.nglich\p{L}*)$/u.test(word),
  )
    ? -10
    : 0;
  const named = words.map(currencyNamed).filter((currency) => currency !== null);
  return (
    net + gross + settled + asked + original + (named.length === 0 ? 0 : named.includes(accountCurrency) ? 1 : -10)
  );
}

function isAmounts({ amounts, filled, dates }: ColumnContent): boolean {
  return filled > 0 && amounts >= 0.5 && dates < 0.5;
}

function isText({ words, filled }: ColumnContent): boolean {
  return filled > 0 && words >= 0.3;
}

/** Gives each column away once, to the role whose heading fits it best. */
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

  /** The first of the columns whose heading fits one of the roles best. */
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

  /** The column with the most different words of those whose heading fits one of the roles. */
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
