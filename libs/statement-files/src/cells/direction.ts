import { foldText } from '../text/fold-text.js';
import { sidesNamed } from './side-words.js';

export type MovementType = 'expense' | 'income';

export type DirectionReading = (cell: string) => MovementType | null;

/** Words that imply a direction, in addition to the words for debit and credit. */
const SPENDING = /^(disposicion|disposiciones|purchases?|fees?)$/;
const EARNING = /^(devolucion|devoluciones|reembolsos?|refunds?|cre|cred)$/;
const PAYMENT = /^(pagos?|payments?)$/;

/** Letter pairs, expense first, such as cargo and abono, débito and crédito, or debe and haber. */
const LETTERS: readonly (readonly [expense: string, income: string, headings: RegExp])[] = [
  ['c', 'a', /\bc a\b|\bca\b|cargo|abono/],
  ['d', 'c', /\bd c\b|\bdc\b|\bc d\b|debito|credito|debit|credit/],
  ['d', 'h', /\bd h\b|debe|haber/],
  ['d', 'k', /\bd k\b|debet|kredit|deebet|kreedit/],
  // χρέωση and πίστωση are Greek for debit and credit.
  ['χ', 'π', /προσημο|χρεωσ/],
  ['s', 'h', /\bs h\b|soll|haben/],
  ['k', 'b', /\bbe ki\b|kiadas|bevetel/],
  ['k', 'j', /\bbe ki\b|kiadas|jovairas/],
  ['u', 'e', /uscit|entrat/],
  ['r', 'd', /\br d\b|\bd r\b|retiro|deposito/],
  ['e', 'i', /\bi e\b|\be i\b|egreso|ingreso/],
  ['g', 'i', /gasto/],
  ['s', 'e', /\be s\b|\bs e\b|salida|entrada/],
];

/** Minimum share of filled cells that a reading must recognize. */
const UNDERSTOOD = 0.8;

/**
 * Returns the possible readings of a direction column, most likely first. Words have only one reading. C means cargo if
 * another cell has A, and crédito if another cell has D. If the letters fit several pairs, there are several readings,
 * unless the heading decides.
 * @param cells distinct cells with their row counts
 */
export function directionReadings(
  cells: ReadonlyMap<string, number>,
  heading: string,
  kind: 'asset' | 'liability',
  atLeast = UNDERSTOOD,
): DirectionReading[] {
  const values = directionTexts(cells);
  const words = wordReading([...values.keys()], kind);
  const shares = LETTERS.map((pair) => shareRead(values, letterReading(pair)));
  const letters = LETTERS.filter((_, at) => shares[at]! >= UNDERSTOOD && shares[at] === Math.max(...shares));
  if (letters.length === 0) return shareRead(values, words) >= atLeast ? [words] : [];
  const named = letters.filter(([, , headings]) => headings.test(foldText(heading)));
  const readings = (named.length > 0 ? named : letters).map(letterReading);
  return readings.filter((reading, at) => !readings.slice(0, at).some((earlier) => agree(earlier, reading, values)));
}

function directionTexts(cells: ReadonlyMap<string, number>): Map<string, number> {
  const values = new Map<string, number>();
  for (const [cell, times] of cells) {
    const value = directionText(cell);
    if (value !== '') values.set(value, (values.get(value) ?? 0) + times);
  }
  return values;
}

function shareRead(values: ReadonlyMap<string, number>, reading: DirectionReading): number {
  const read = sum([...values].map(([value, times]) => (reading(value) === null ? 0 : times)));
  return read / Math.max(1, sum(values.values()));
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** Folds a cell, but preserves `+` and `-`. */
function directionText(cell: string): string {
  const bare = cell.replace(/['’()"\s]/g, '');
  if (bare === '+' || bare === '\uff0b') return '+';
  if (/^[-\u2010-\u2015\u2212]$/.test(bare)) return '-';
  return foldText(cell);
}

/**
 * Reads words as directions. On a card with purchases or charges, a payment is income. In other accounts, the direction
 * of a payment is unknown.
 */
function wordReading(values: readonly string[], kind: 'asset' | 'liability'): DirectionReading {
  const onCard = kind === 'liability' && values.some((value) => /\b(compra|cargo|consumo|purchase)/.test(value));
  return (cell) => {
    const value = directionText(cell);
    if (value === '+' || value === '-') return value === '+' ? 'income' : 'expense';
    const words = value.split(' ');
    const sides = sidesNamed(value);
    const expense = sides.debit || words.some((word) => SPENDING.test(word));
    const income = sides.credit || words.some((word) => EARNING.test(word));
    if (expense !== income) return expense ? 'expense' : 'income';
    return !expense && onCard && words.some((word) => PAYMENT.test(word)) ? 'income' : null;
  };
}

function letterReading([expense, income]: (typeof LETTERS)[number]): DirectionReading {
  return (cell) => {
    const letter = directionText(cell);
    if (letter === expense) return 'expense';
    return letter === income ? 'income' : null;
  };
}

function agree(first: DirectionReading, second: DirectionReading, values: ReadonlyMap<string, number>): boolean {
  return [...values.keys()].every((value) => first(value) === second(value));
}
