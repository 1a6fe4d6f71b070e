import { foreignCurrency } from '../cells/stated-currency.js';
import { directionReadings } from '../cells/direction.js';
import type { Mapping } from '../records/mapping.js';
import type { SourceRecord } from '../records/source-table.js';
import { readHeading } from '../tables/header-words.js';
import { isKnownHeading } from '../tables/heading-kinds.js';
import { findAmounts } from './amount-columns.js';
import type { ColumnContent } from './column-content.js';
import type { StatementAccount } from '../records/statement-account.js';
import { saysDirection } from './direction-column.js';
import { isSet } from './sampled-figures.js';

type Columns = { -readonly [Key in keyof Mapping]?: Mapping[Key] };

export interface ColumnsByContent {
  readonly columns: Columns;
  readonly isGuessed: boolean;
}

/**
 * Completes the mapping from the cells. Finds the balance, debit and credit columns by arithmetic, which takes
 * precedence over their headings.
 */
export function columnsByContent(
  headed: Columns,
  headings: readonly string[],
  contents: readonly ColumnContent[],
  sample: readonly SourceRecord[],
  account: StatementAccount,
): ColumnsByContent {
  const columns: Columns = { ...headed };
  columns.date ??= free(columns, contents).find(({ dates, filled }) => dates * filled >= 0.5)?.index ?? null;
  const spoken = directionColumn(columns, headings, contents, account);
  const direction = columns.direction ?? spoken;
  const { amount = null, debit = null, credit = null, balance = null } = columns;
  const isHeaded = [amount, debit, credit].some(isSet);
  const isForeign = (column: number) => foreignCurrency(headings[column] ?? '', account.accountCurrency) !== null;
  const amounts = findAmounts(
    { amount, debit, credit, balance, direction: columns.direction ?? null },
    // If the amounts have headings, a column in another currency can be neither the opposite side nor the balance.
    free(columns, contents).filter(({ index }) => !isHeaded || !isForeign(index)),
    sample,
    { ...account, direction, date: columns.date },
  );
  Object.assign(columns, amounts.columns);
  if (amounts.isDirectionDisproved) columns.direction = null;
  else if (isSet(columns.amount) && !isSet(columns.direction) && !columns.invertSign && direction !== null) {
    const says = direction !== columns.amount && direction !== columns.balance;
    columns.direction = says && saysDirection(sample, columns.amount, direction, account) ? direction : null;
  }
  columns.currency ??= isSet(columns.amount) ? currencyBeside(columns.amount, columns, headings, contents) : null;
  columns.description ??=
    wordiest(free(columns, contents)) ?? wordiest(contents.filter(({ index }) => isSpare(columns, index)));
  return { columns, isGuessed: amounts.isGuessed };
}

function free(columns: Columns, contents: readonly ColumnContent[]): ColumnContent[] {
  const taken = new Set(Object.values(columns));
  return contents.filter(({ index }) => !taken.has(index));
}

function isSpare(columns: Columns, index: number): boolean {
  return [columns.reference, columns.notes, columns.category, columns.direction].includes(index);
}

/**
 * Returns a score from 0.2 to 1 for the variety of a column's values. Types and account names score low, because they
 * repeat.
 */
function variety(values: ReadonlyMap<string, number>): number {
  let cells = 0;
  for (const times of values.values()) cells += times;
  return values.size === 1 && cells > 1 ? 0.2 : 0.2 + 0.8 * (values.size / Math.max(1, cells));
}

function wordiest(contents: readonly ColumnContent[]): number | null {
  const texts = contents.filter(({ words, filled, dates }) => words >= 0.3 && filled >= 0.3 && dates < 0.5);
  const score = ({ letters, filled, values }: ColumnContent) => letters * filled * variety(values);
  return texts.sort((a, b) => score(b) - score(a))[0]?.index ?? null;
}

function currencyBeside(
  amount: number,
  columns: Columns,
  headings: readonly string[],
  contents: readonly ColumnContent[],
): number | null {
  const isCurrency = ({ index, filled, currencies, codes }: ColumnContent) =>
    filled >= 0.5 && currencies === 1 && codes === 1 && !isKnownHeading(headings[index] ?? '');
  const beside = free(columns, contents).filter(({ index }) => Math.abs(index - amount) === 1);
  return beside.find(isCurrency)?.index ?? null;
}

/** Marks that name a side even if all rows have the same mark. */
const SIDE_ALONE = /^\s*(?:[cd]r\.?|[-+])\s*$/i;

function announcesSides(heading: string): boolean {
  return readHeading(heading.trim()).some(({ role, rank }) => (role === 'sides' || role === 'direction') && rank >= 3);
}

/**
 * Finds a column of signs or sides. Its heading must be unknown or name sides. Prefers short texts, because
 * descriptions may also contain `Retiro`.
 */
function directionColumn(
  columns: Columns,
  headings: readonly string[],
  contents: readonly ColumnContent[],
  account: StatementAccount,
): number | null {
  const sides = free(columns, contents).filter(
    ({ index, filled, values }) =>
      filled >= 0.9 &&
      (values.size >= 2 || [...values.keys()].every((cell) => SIDE_ALONE.test(cell))) &&
      values.size <= 4 &&
      (!isKnownHeading(headings[index] ?? '') || announcesSides(headings[index] ?? '')) &&
      directionReadings(values, headings[index] ?? '', account.accountKind).length > 0,
  );
  return sides.sort((a, b) => a.letters - b.letters)[0]?.index ?? null;
}
