import { dayAt, dayOf, isDay, isRealDay, type Day } from '@app/kernel/pure';

const FIGURE = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,3}))?$/;
const MAX_FIGURE_LENGTH = 40;
/** Significant decimal digits of a double. Further digits only come from rounding. */
const SIGNIFICANT = 15;
const MAX_DECIMALS = 8;

/**
 * Converts a figure to a decimal that can be read in only one way. Returns null if the text is not a figure. Removes
 * the rounding errors of doubles: 0.30000000000000004 becomes `0.3`. Adds a zero after three decimals, which could be
 * read as thousands: 33.335 becomes `33.3350`.
 */
export function plainFigure(text: string): string | null {
  const figure = figureIn(text);
  if (figure === null) return null;
  let { digits, scale } = figure;
  const surplus = digits.toString().length - SIGNIFICANT;
  if (scale > 0 && surplus > 0) {
    digits = withoutLast(digits, surplus);
    scale -= surplus;
  }
  if (scale > MAX_DECIMALS) {
    digits = withoutLast(digits, scale - MAX_DECIMALS);
    scale = MAX_DECIMALS;
  }
  return written({ ...figure, digits, scale });
}

/** Converts a figure like `plainFigure`, but without rounding, for decimals that a program wrote as text. */
export function exactFigure(text: string): string | null {
  const figure = figureIn(text);
  return figure && written(figure);
}

interface Figure {
  readonly negative: boolean;
  readonly digits: bigint;
  /** Number of digits after the decimal point; negative if the exponent adds zeros to a whole number. */
  readonly scale: number;
}

function figureIn(text: string): Figure | null {
  const match = text.length > MAX_FIGURE_LENGTH ? null : FIGURE.exec(text);
  if (!match || (match[2] === '' && !match[3])) return null;
  const fraction = match[3] ?? '';
  return {
    negative: match[1] === '-',
    digits: BigInt(match[2]! + fraction),
    scale: fraction.length - Number(match[4] ?? 0),
  };
}

function written({ negative, digits, scale }: Figure): string {
  if (scale <= 0) return `${negative && digits !== 0n ? '-' : ''}${digits * 10n ** BigInt(-scale)}`;
  const all = digits.toString().padStart(scale + 1, '0');
  const decimals = all.slice(-scale).replace(/0+$/, '');
  const rest = decimals === '' ? '' : `.${decimals.length === 3 ? `${decimals}0` : decimals}`;
  return `${negative && digits !== 0n ? '-' : ''}${all.slice(0, -scale)}${rest}`;
}

function withoutLast(digits: bigint, count: number): bigint {
  const unit = 10n ** BigInt(count);
  return (digits + unit / 2n) / unit;
}

const DAY_SECONDS = 86_400;
const ZONE = /(?:[a-z]|[+-]\d{2}:?\d{2})$/i;

/**
 * Converts the serial number of a date: 46297.5 becomes `2026-10-02 12:00:00`. Returns null if the number is out of
 * range or means 29 February 1900, which exists only in Excel.
 * @param from1904 true for old Mac workbooks, which count days from 1904
 */
export function serialDate(figure: string, from1904: boolean): string | null {
  const serial = Number(figure);
  if (!Number.isFinite(serial) || serial < (from1904 ? 0 : 1) || serial > 200_000) return null;
  let seconds = Math.round((serial - Math.floor(serial)) * DAY_SECONDS);
  let days = Math.floor(serial);
  if (seconds === DAY_SECONDS) [seconds, days] = [0, days + 1];
  if (!from1904 && days === 60) return null;
  const sinceEpoch = from1904 ? days - 24_107 : days < 60 ? days - 25_568 : days - 25_569;
  const day = dayAt(sinceEpoch);
  if (!isDay(day)) return null;
  if (seconds === 0) return day;
  const [hour, minute, second] = [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  );
  return `${day} ${hour}:${minute}:${second}`;
}

const DATE_FORMATS = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/**
 * True if a number format shows a day, such as `dd/mm/yyyy` or `[$-80A]d-mmm-yy;@`, but not `hh:mm` or `#,##0.00
 * "USD"`.
 */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return DATE_FORMATS.has(id);
  const shown = code.split(';', 1)[0]!.toLowerCase();
  const bare = shown.replace(/"[^"]*"?|\\.|\[[^\]]*\]?|[*_]./g, '').trim();
  if (/^(general|standard|est.ndar)$/.test(bare) || /[#?0]/.test(bare.replace(/s[.,]0+/g, ''))) return false;
  return /[yd]|mmm|aaaa/.test(bare);
}

/** Returns the day of an ISO date. Returns null for any other text, or if a time zone could change the day. */
export function typedDay(cell: string): Day | null {
  if (cell.length > 19 && ZONE.test(cell)) return null;
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ]\d)/.exec(cell);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return isRealDay(year, month, day) ? dayOf(year, month, day) : null;
}

const CONTROL = /(?![\t\n\r])\p{Cc}/u;
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

/** Removes control characters except tabs and line breaks, and replaces lone surrogates. */
export function soundText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return CONTROL.test(whole) ? whole.replace(CONTROLS, '') : whole;
}
