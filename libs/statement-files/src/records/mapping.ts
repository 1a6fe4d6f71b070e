import { isRealDay } from '@app/kernel/pure';
import type { DecimalSeparator } from '../cells/parse-amount.js';
import { parseDateFormat } from '../cells/date-format.js';

/** Which column, counted from 0, says what; null where none does. Source: contract section 12, `mapping`. */
export interface Mapping {
  readonly date: number | null;
  readonly description: number | null;
  readonly amount: number | null;
  readonly debit: number | null;
  readonly credit: number | null;
  readonly direction: number | null;
  readonly balance: number | null;
  readonly reference: number | null;
  readonly currency: number | null;
  readonly category: number | null;
  readonly notes: number | null;
  readonly externalId: number | null;
  readonly dateFormat: string | null;
  /** The year of dates that name none. */
  readonly year: number | null;
  readonly decimalSeparator: DecimalSeparator | null;
  /** Whether expenses and incomes stand in the file the other way round. Never guessed. */
  readonly invertSign: boolean;
}

/** The keys that name a column, in the order in which a column that serves two of them is named after one. */
export const COLUMN_KEYS = [
  'date',
  'description',
  'amount',
  'debit',
  'credit',
  'direction',
  'balance',
  'notes',
  'category',
  'currency',
  'reference',
  'externalId',
] as const satisfies readonly (keyof Mapping)[];

export type ColumnKey = (typeof COLUMN_KEYS)[number];

export const EMPTY_MAPPING: Mapping = {
  date: null,
  description: null,
  amount: null,
  debit: null,
  credit: null,
  direction: null,
  balance: null,
  reference: null,
  currency: null,
  category: null,
  notes: null,
  externalId: null,
  dateFormat: null,
  year: null,
  decimalSeparator: null,
  invertSign: false,
};

/**
 * What a person says of the columns, laid over what was found, key by key.
 *
 * A statement has its amounts either in one column or in two, so saying the one unsays what was found of the other:
 * `{ amount: 4 }` over found debit and credit columns leaves the amount column alone to be read.
 */
export function overlaidMapping(found: Mapping, given: Partial<Mapping>): Mapping {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Mapping>;
  const isSaid = (key: ColumnKey) => said[key] !== undefined && said[key] !== null;
  const unsaid: Partial<Mapping> =
    isSaid('amount') && !isSaid('debit') && !isSaid('credit')
      ? { debit: null, credit: null }
      : (isSaid('debit') || isSaid('credit')) && !isSaid('amount')
        ? { amount: null, direction: null }
        : {};
  const isOther = (['amount', 'debit', 'credit'] as const).some((key) => isSaid(key) && said[key] !== found[key]);
  return { ...found, ...unsaid, ...(isOther ? { invertSign: false } : {}), ...said };
}

/** What is wrong with a mapping for a table of so many columns: one entry for each key that is. */
export function mappingProblems(mapping: Partial<Mapping>, columnCount: number): { key: string; detail: string }[] {
  const problems: { key: string; detail: string }[] = [];
  for (const key of COLUMN_KEYS) {
    const index = mapping[key];
    if (index === undefined || index === null) continue;
    if (Number.isInteger(index) && index >= 0 && index < columnCount) continue;
    problems.push({ key, detail: `There is no column ${index}: the file has ${columnCount}, counted from 0.` });
  }
  const { dateFormat, year } = mapping;
  if (year != null && !isRealDay(year, 1, 1)) {
    problems.push({ key: 'year', detail: 'It must be a year from 1900 to 2200.' });
  }
  if (typeof dateFormat === 'string' && parseDateFormat(dateFormat) === null) {
    problems.push({ key: 'dateFormat', detail: 'It must name day, month and year in tokens, such as dd/MM/yyyy.' });
  }
  return problems;
}

/** The mapping from a column's side: the key that it serves first of all, or null. */
export function fieldOf(mapping: Mapping, column: number): ColumnKey | null {
  return COLUMN_KEYS.find((key) => mapping[key] === column) ?? null;
}
