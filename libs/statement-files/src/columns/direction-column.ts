import { directionReadings, type MovementType } from '../cells/direction.js';
import { readAmountText } from '../cells/parse-amount.js';
import { foldText } from '../text/fold-text.js';
import type { SourceRecord } from '../records/source-table.js';
import type { ColumnContent } from './column-content.js';
import type { StatementAccount } from '../records/statement-account.js';

/**
 * True if this column sets the direction rather than the signs of the amounts. False if most expenses already have a
 * minus sign, because the words may then be types of cards, such as credit and debit.
 */
export function saysDirection(
  sample: readonly SourceRecord[],
  amount: number,
  direction: number,
  { accountKind }: StatementAccount,
): boolean {
  const values = new Map<string, number>();
  for (const { cells } of sample) {
    const value = cells[direction] ?? '';
    values.set(value, (values.get(value) ?? 0) + 1);
  }
  const [reading] = directionReadings(values, '', accountKind, 0);
  if (!reading) return true;
  const { expense, income } = signsBySide(sample, amount, (cells) => reading(cells[direction] ?? ''));
  const isUnsigned = expense.minus + income.minus === 0 || expense.plus + income.plus === 0;
  // If rows with unknown words have the opposite sign, the signs already show the direction.
  const others = signsBySide(sample, amount, (cells) => (reading(cells[direction] ?? '') === null ? 'income' : null));
  if (income.plus + income.minus === 0 && expense.plus === 0 && others.income.plus > 0) return false;
  return isUnsigned || (expense.plus > expense.minus * 3 && income.plus + income.minus > 0);
}

interface Signs {
  plus: number;
  minus: number;
}

export function signsBySide(
  records: readonly SourceRecord[],
  amount: number,
  sideOf: (cells: readonly string[]) => MovementType | null,
): Record<MovementType, Signs> {
  const signs = { expense: { plus: 0, minus: 0 }, income: { plus: 0, minus: 0 } };
  for (const { cells } of records) {
    const side = sideOf(cells);
    const written = side === null ? 'empty' : readAmountText(cells[amount] ?? '');
    if (side === null || typeof written === 'string' || !/[1-9]/.test(written.figure)) continue;
    signs[side][written.negative ? 'minus' : 'plus'] += 1;
  }
  return signs;
}

const MAX_KINDS = 6;
const MAX_CODE_LENGTH = 3;

export function promisesDirection(heading: string, rank: number, { filled, values }: ColumnContent): boolean {
  const texts = [...values.keys()].map(foldText);
  if (filled < 0.9 || texts.length > MAX_KINDS || texts.some((text) => text.length > 24)) return false;
  if (rank >= 4) return true;
  const areCodes = texts.every((text) => text.length <= MAX_CODE_LENGTH && /^\p{L}*$/u.test(text));
  return areCodes && texts.length >= 2 && texts.length <= 3 && (rank >= 3 || heading.trim() === '');
}
