import { foldText } from '../text/fold-text.js';
import { sidesNamed } from './side-words.js';

export type MovementType = 'expense' | 'income';

/** What the words of a direction column mean in one file. */
export type DirectionReading = (cell: string) => MovementType | null;

/** Kinds of movements that say their side, beside the words that name the sides themselves. */
const SPENDING = /^(disposicion|disposiciones|purchases?|fees?)$/;
const EARNING = /^(devolucion|devoluciones|reembolsos?|refunds?|cre|cred)$/;
const PAYMENT = /^(pagos?|payments?)$/;

/** Letters that stand for words, expense first: cargo and abono, débito and crédito, debe and haber, and so on. */
const LETTERS: readonly (readonly [expense: string, income: string, headings: RegExp])[] = [
  ['c', 'a', /\bc a\b|\bca\b|cargo|abono/],
  ['d', 'c', /\bd c\b|\bdc\b|\bc d\b|debito|credito|debit|credit/],
  ['d', 'h', /\bd h\b|debe|haber/],
  ['d', 'k', /\bd k\b|debet|kredit|deebet|kreedit/],
  // Greek: χρέωση and πίστωση.
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

/** So large a part of a column's filled cells must be understood before it is taken for a direction. */
const UNDERSTOOD = 0.8;

/**
 * The ways in which the words of a direction column can be understood, the likeliest first; none when they are no
 * directions. Words say it by themselves; single letters only together: with an A beside it a C is a cargo, with a D
 * beside it a crédito. A lone letter that could be either gives two readings, unless the heading says which.
 * @param cells the different cells of the column, each with the number of rows that have it
 * @param atLeast the part of the rows that words must explain
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
  return readings.filter((reading, at) => !readings.slice(0, at).some((other) => agree(other, reading, values)));
}

function directionTexts(cells: ReadonlyMap<string, number>): Map<string, number> {
  const values = new Map<string, number>();
  for (const [cell, times] of cells) {
    const value = directionText(cell);
    if (value !== '') values.set(value, (values.get(value) ?? 0) + times);
  }
  return values;
}

/** The part of the filled rows that a reading understands. */
function shareRead(values: ReadonlyMap<string, number>, reading: DirectionReading): number {
  const read = sum([...values].map(([value, times]) => (reading(value) === null ? 0 : times)));
  return read / Math.max(1, sum(values.values()));
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** A sign stays a sign, words are folded; what marks text for spreadsheets is put away. */
function directionText(cell: string): string {
  const bare = cell.replace(/['’()"\s]/g, '');
  if (bare === '+' || bare === '\uff0b') return '+';
  if (/^[-\u2010-\u2015\u2212]$/.test(bare)) return '-';
  return foldText(cell);
}

/** On a card that lists purchases or charges, a payment is what lowers the debt; elsewhere it might be either. */
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

function agree(one: DirectionReading, other: DirectionReading, values: ReadonlyMap<string, number>): boolean {
  return [...values.keys()].every((value) => one(value) === other(value));
}
