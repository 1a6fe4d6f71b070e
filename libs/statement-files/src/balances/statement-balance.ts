import { formatAmount } from '@app/kernel/pure';
import { minorUnits } from '../cells/parse-amount.js';
import type { StatementBalance } from '../records/source-table.js';
import { typedDay } from '../cells/workbook-cells.js';

const MAX_DIGITS = 15;

/** Parses a plain figure such as `-83.2`. Returns null if it is not an amount. */
export function statementBalance(figure: string, day: string): StatementBalance | null {
  const minor = figure === '' ? null : minorUnits(figure.replace('-', ''), '.', MAX_DIGITS);
  if (minor === null) return null;
  return { amount: formatAmount(figure.startsWith('-') ? -minor : minor), date: typedDay(day) };
}
