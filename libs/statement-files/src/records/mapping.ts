import { isRealDay } from '@app/kernel/pure';
import type { DecimalSeparator } from '../cells/parse-amount.js';
import { parseDateFormat } from '../cells/date-format.js';

/** Column indexes by field, counted from 0. */
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
  readonly year: number | null;
  readonly decimalSeparator: DecimalSeparator | null;
  /** True if expenses and income have the opposite signs. Only the client or a balance that agrees can set it. */
  readonly invertSign: boolean;
}

/** Fields in order of precedence, for columns that several fields share. */
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
 * Replaces parts of the detected mapping. An override such as `{ amount: 4 }` also clears the detected debit and credit
 * columns, and a debit or credit column clears the detected amount and direction columns. If one of these overrides
 * differs from the detected column, `invertSign` becomes false, unless it is overridden as well.
 */
export function overlaidMapping(detected: Mapping, overrides: Partial<Mapping>): Mapping {
  const set = Object.fromEntries(
    Object.entries(overrides).filter(([, value]) => value !== undefined),
  ) as Partial<Mapping>;
  const isSet = (key: ColumnKey) => set[key] !== undefined && set[key] !== null;
  const cleared: Partial<Mapping> =
    isSet('amount') && !isSet('debit') && !isSet('credit')
      ? { debit: null, credit: null }
      : (isSet('debit') || isSet('credit')) && !isSet('amount')
        ? { amount: null, direction: null }
        : {};
  const isOther = (['amount', 'debit', 'credit'] as const).some((key) => isSet(key) && set[key] !== detected[key]);
  return { ...detected, ...cleared, ...(isOther ? { invertSign: false } : {}), ...set };
}

export function mappingProblems(mapping: Partial<Mapping>, columnCount: number): { key: string; detail: string }[] {
  const problems: { key: string; detail: string }[] = [];
  for (const key of COLUMN_KEYS) {
    const index = mapping[key];
    if (index === undefined || index === null) continue;
    if (Number.isInteger(index) && index >= 0 && index < columnCount) continue;
    problems.push({
      key,
      detail: `Column ${index} does not exist: the file has ${columnCount} columns, counted from 0.`,
    });
  }
  const { dateFormat, year } = mapping;
  if (year != null && !isRealDay(year, 1, 1)) {
    problems.push({ key: 'year', detail: 'Must be a year from 1900 to 2200.' });
  }
  if (typeof dateFormat === 'string' && parseDateFormat(dateFormat) === null) {
    problems.push({ key: 'dateFormat', detail: 'Must name day, month and year in tokens such as dd/MM/yyyy.' });
  }
  return problems;
}

export function fieldOf(mapping: Mapping, column: number): ColumnKey | null {
  return COLUMN_KEYS.find((key) => mapping[key] === column) ?? null;
}
