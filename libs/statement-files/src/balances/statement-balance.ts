import { formatAmount } from '@app/kernel/pure';
import { minorUnits } from '../cells/parse-amount.js';
import type { StatementBalance } from '../records/source-table.js';
import { typedDay } from '../cells/workbook-cells.js';

const MAX_DIGITS = 15;

/** Converts a plain figure such as `-83.2` and a date to a balance. Returns null if the figure is not an amount. */
export function statementBalance(figure: string, day: string): StatementBalance | null {
  const minor = figure === '' ? null : minorUnits(figure.replace('-', ''), '.', MAX_DIGITS);
  if (minor === null) return null;
  return { amount: formatAmount(figure.startsWith('-') ? -minor : minor), date: typedDay(day) };
}
