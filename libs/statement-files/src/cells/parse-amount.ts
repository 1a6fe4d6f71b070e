import { currencyNamed } from './currency-name.js';

export type DecimalSeparator = '.' | ',';

export interface WrittenAmount {
  readonly negative: boolean;
  /** Digits and separators, such as `1.234,56`. */
  readonly figure: string;
  /** Currency code next to the figure; null without a currency or with only `$`. */
  readonly currency: string | null;
  readonly side: 'debit' | 'credit' | null;
  /** True if the side comes from the letter C. It means credit, or cargo if other rows have an A. */
  readonly isLetterC?: boolean;
}

const NOTHING = new Set(['', 'n/a', 'na', 'n.a.', 'n/d', 'nd', 'null', 'nulo', 'none', 'nan', 's/d', 's/i']);

/** Maximum length of an amount, which also limits the cost of malicious cells. Real amounts are shorter. */
const MAX_LENGTH = 64;

const PLAIN = /^-?\d+(?:[.,]\d+)*$/;
const FIGURE = /^[.,]?\d(?:[\d.,'’\u00b4 ]*\d)?[.,]?$/;
/** Debit or credit mark in parentheses, as in `45.90 (Dr)`. These parentheses do not mean a negative amount. */
const MARK_IN_PARENTHESES = /\(\s*([cd]r|db)\.?\s*\)$/i;
/** Dashes instead of the cents, as in `CHF 50.-` and `500,--`. They are not a minus sign. */
const NO_CENTS = /^[-\u2010-\u2015\u2212\ufe63\uff0d]{1,2}/;
const MINUS = /[-\u2010-\u2015\u2212\ufe63\uff0d]/g;

/**
 * Parses an amount such as `-$1,234.56`, `$ -25.00`, `(1,234.56)`, `1,234.56-`, `25.00 MXN`, `'100.00` or `50.-`, with
 * any Unicode space, minus sign or apostrophe. Returns `empty` for a blank cell or a placeholder such as `-`, `--`,
 * `N/A` or `$ -`.
 */
export function readAmountText(cell: string): WrittenAmount | 'empty' | 'invalid' {
  if (cell === '') return 'empty';
  if (PLAIN.test(cell) && cell.length <= MAX_LENGTH) {
    const negative = cell.charCodeAt(0) === 45;
    return { negative, figure: negative ? cell.slice(1) : cell, currency: null, side: null };
  }
  const spaced = cell.replace(/[\s\u200b\u2060]+/g, ' ').trim();
  const text = spaced.endsWith(')') ? spaced.replace(MARK_IN_PARENTHESES, ' $1') : spaced;
  if (text.length > MAX_LENGTH) return 'invalid';
  const first = text.search(/\d/);
  if (first < 0) return isNothing(text) ? 'empty' : 'invalid';
  const from = /[.,]/.test(text[first - 1] ?? '') && !/[\p{L}./]/u.test(text[first - 2] ?? '') ? first - 1 : first;
  const last = text.search(/\d\D*$/) + 1;
  const to = /[.,]/.test(text[last] ?? '') ? last + 1 : last;
  const figure = text.slice(from, to);
  if (!FIGURE.test(figure)) return 'invalid';
  const dash = to > last ? NO_CENTS.exec(text.slice(to)) : null;
  return withMarks(figure, text.slice(0, from), text.slice(to + (dash?.[0].length ?? 0)));
}

function isNothing(text: string): boolean {
  const bare = text
    .toLowerCase()
    .replace(MINUS, '-')
    .replace(/[$'\s]/g, '');
  return NOTHING.has(bare.replace(/^(?:mxn|usd|eur)(?=-)|(?<=-)(?:mxn|usd|eur)$/, '').replaceAll('-', ''));
}

/** Adds the sign, currency and side next to a figure. Each may occur only once. */
function withMarks(figure: string, before: string, behind: string): WrittenAmount | 'invalid' {
  const minuses = (before + behind).match(MINUS)?.length ?? 0;
  const pluses = (before + behind).match(/[+\uff0b]/g)?.length ?? 0;
  const opened = before.includes('(');
  if (opened !== behind.includes(')') || minuses + pluses + (opened ? 1 : 0) > 1) return 'invalid';
  const marks = `${before.replace('(', ' ')} ${behind.replace(')', ' ')}`;
  const words = (SIGNED.test(marks) ? withCodes(marks) : marks)
    .replace(MINUS, ' ')
    .split(/[+\uff0b$'’ ]+/)
    .filter((word) => word !== '');
  let side: WrittenAmount['side'] = null;
  let currency: string | null = null;
  for (const word of words) {
    const marked = SIDES.get(word.toLowerCase()) ?? letterSide(word, figure, behind);
    const named = marked === null ? currencyNamed(word) : null;
    if (marked === null ? named === null || currency !== null : side !== null) return 'invalid';
    if (marked === null) currency = named;
    else side = marked;
  }
  const written = { negative: minuses === 1 || opened, figure, currency, side };
  return side === 'credit' && /(?:^|[^\p{L}])c$/iu.test(behind) ? { ...written, isLetterC: true } : written;
}

const SIDES: ReadonlyMap<string, 'debit' | 'credit'> = new Map([
  ...['cr', 'cr.', 'bij'].map((word) => [word, 'credit'] as const),
  ...['dr', 'dr.', 'db', 'db.', 'af'].map((word) => [word, 'debit'] as const),
]);
const LETTERS: ReadonlyMap<string, 'debit' | 'credit'> = new Map([
  ...['d', 's'].map((letter) => [letter, 'debit'] as const),
  ...['c', 'h', 'a'].map((letter) => [letter, 'credit'] as const),
]);

/**
 * Returns the side that a single letter after an amount with cents names, as in `12.50 D`. After a whole number, the
 * letter may be part of a name.
 */
function letterSide(word: string, figure: string, behind: string): 'debit' | 'credit' | null {
  const isBehind = word.length === 1 && behind.trim() === word && /[.,]\d{2}$/.test(figure);
  return isBehind ? (LETTERS.get(word.toLowerCase()) ?? null) : null;
}

/** Currency signs, alone or with letters. Does not include signs that several countries share. */
const SIGNED = /[RCSQkK¥￥₹₺₪₩₱₫฿₸₦₡₲]|[A-Z]\$|Rp/;
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})RD\$/u, ' DOP '],
  [/(?<!\p{L})R\$/u, ' BRL '],
  [/(?<!\p{L})S\/\.?/u, ' PEN '],
  [/(?<!\p{L})(?:A|AU)\$/u, ' AUD '],
  [/(?<!\p{L})NZ\$/u, ' NZD '],
  [/(?<!\p{L})CA\$/u, ' CAD '],
  [/(?<!\p{L})HK\$/u, ' HKD '],
  [/(?<!\p{L})NT\$/u, ' TWD '],
  [/(?<!\p{L})S\$/u, ' SGD '],
  [/(?<!\p{L})R(?![\p{L}$])/u, ' ZAR '],
  [/(?<!\p{L})Rs\.?(?!\p{L})/u, ' INR '],
  [/(?<!\p{L})Rp\.?(?!\p{L})/u, ' IDR '],
  [/(?<!\p{L})RM(?!\p{L})/u, ' MYR '],
  [/₹/, ' INR '],
  [/₺/, ' TRY '],
  [/₪/, ' ILS '],
  [/₩/, ' KRW '],
  [/₱/, ' PHP '],
  [/₫/, ' VND '],
  [/฿/, ' THB '],
  [/₸/, ' KZT '],
  [/₦/, ' NGN '],
  [/₡/, ' CRC '],
  [/₲/, ' PYG '],
  [/(?<!\p{L})C\$|[¥￥]|(?<!\p{L})kr\.?(?!\p{L})|(?<!\p{L})Q(?!\p{L})/iu, ' '],
];

function withCodes(marks: string): string {
  return SIGNS.reduce((text, [sign, code]) => text.replace(sign, code), marks);
}

const WHOLE_IN_LAKHS = /^\d{1,2}(,\d{2})*,\d{3}$/;
const WHOLE_IN_GROUPS = /^\d{1,3}(?:([,.'’\u00b4 ])\d{3}(?:\1\d{3})*)?$/;

/**
 * Converts a figure to minor units. Returns null if the figure is invalid with this separator or has too many digits.
 * Decimals after the second must be zeros, because amounts are never rounded.
 * @param mostDigits maximum number of digits before the decimal separator
 * @param hasLakhs true to allow Indian grouping such as `1,23,456`
 */
export function minorUnits(
  figure: string,
  decimal: DecimalSeparator,
  mostDigits = 13,
  hasLakhs = false,
): bigint | null {
  const point = figure.lastIndexOf(decimal);
  const whole = point < 0 ? figure : figure.slice(0, point);
  const decimals = point < 0 ? '' : figure.slice(point + 1);
  if (whole.includes(decimal) || !/^\d*$/.test(decimals) || /[^0]/.test(decimals.slice(2))) return null;
  const isPlain = /^\d*$/.test(whole);
  if (!isPlain && !WHOLE_IN_GROUPS.test(whole) && !(hasLakhs && WHOLE_IN_LAKHS.test(whole))) return null;
  const bare = isPlain ? whole : whole.replace(/\D/g, '');
  const digits = bare.startsWith('0') ? bare.replace(/^0+(?=\d)/, '') : bare;
  if (digits.length > mostDigits) return null;
  const minor = digits + decimals.slice(0, 2).padEnd(2, '0');
  // A number is exact up to 15 digits, and converting it to bigint is faster than converting a string.
  return minor.length < 16 ? BigInt(Number(minor)) : BigInt(minor);
}
