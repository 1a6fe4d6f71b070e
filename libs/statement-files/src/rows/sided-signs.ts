import { readAmountText } from '../cells/parse-amount.js';
import type { BalanceChain } from '../balances/balance-chain.js';
import type { Assessment } from './assessment.js';
import { shortened } from '../text/cell-text.js';
import { cellsOf, type Movements } from './movements.js';
import type { NegativeSides } from './row-amount.js';

function signsOf(cells: Iterable<string>): { readonly minus: number; readonly plain: number } {
  const signs = { minus: 0, plain: 0 };
  for (const cell of cells) {
    const amount = readAmountText(cell);
    if (typeof amount === 'object' && amount.side === null && /[1-9]/.test(amount.figure)) {
      signs[amount.negative ? 'minus' : 'plain'] += 1;
    }
  }
  return signs;
}

/**
 * Returns the possible meanings of the signs in the debit and credit columns, most likely first. In the first one, the
 * rarer sign means a reversal.
 */
export function sidedSigns({ records, mapping }: Movements): NegativeSides[] {
  const ways = (column: number | null): (boolean | null)[] => {
    const { minus, plain } = signsOf(cellsOf(records, column));
    return minus > 0 && plain > 0 ? [minus > plain, minus <= plain, null] : [minus > plain];
  };
  const credits = ways(mapping.credit);
  return ways(mapping.debit).flatMap((debit) => credits.map((credit) => ({ debit, credit })));
}

/** True if the balance disagrees at half of the rows, or at a row with the rarer sign of its column. */
function isContradicted({ breaks }: BalanceChain, { records, mapping }: Movements): boolean {
  if (breaks.length >= records.length / 2) return true;
  return [mapping.debit, mapping.credit].some((column) => {
    const { minus, plain } = signsOf(cellsOf(records, column));
    if (minus === 0 || plain === 0) return false;
    return breaks.some((row) => {
      const amount = readAmountText(records[row]!.cells[column!] ?? '');
      return typeof amount === 'object' && amount.negative === minus <= plain;
    });
  });
}

/**
 * Explains why the signs in a debit or credit column are doubtful. Returns null if they are not, or if a balance
 * confirms them.
 */
export function doubtOfSides({ movements, account, chain, reading }: Assessment): string | null {
  const { records, mapping, headings } = movements;
  if (chain !== null && !reading.areSidesTied && !isContradicted(chain, movements)) return null;
  for (const column of [mapping.debit, mapping.credit]) {
    const { minus, plain } = signsOf(cellsOf(records, column));
    const name = `The column "${shortened(headings[column ?? -1] ?? '')}"`;
    if (minus > 0 && plain > 0) {
      return `${name} has amounts with and without a minus sign. The rarer ones are read in the opposite direction. Compare one of them with the statement, and set mapping.amount to this column if its signs give the direction of all amounts.`;
    }
    // On a card, a payment reduces the debt, so a minus is normal.
    if (column === mapping.credit && minus > 0 && account.accountKind === 'asset' && !reading.areSidesTied) {
      return `${name} has only negative amounts, which were read as income. If they are expenses, set mapping.amount or mapping.invertSign.`;
    }
  }
  return null;
}
