import { dayRead, partsRead, type DateReading, type WrittenDate } from './parse-date.js';

export interface DateFormat extends DateReading {
  /** Format in tokens, such as `dd/MM/yyyy`, `d-MMM-yy`, `ddMMyyyy` or `d 'de' MMMM 'de' yyyy`. */
  readonly tokens: string;
}

export interface FoundDateFormat {
  readonly format: DateFormat;
  readonly ambiguous: boolean;
  /** Format with the day and the month swapped; null if some date is impossible in it. */
  readonly other: DateFormat | null;
}

/** Possible formats, most likely in Mexico first. If several fit equally well, the first one wins. */
const READINGS: readonly DateReading[] = (['DMY', 'YMD', 'MDY'] as const).flatMap((order) =>
  ([4, 2] as const).flatMap((yearDigits) => [
    { order, yearDigits, month: 'number' as const, compact: false },
    { order, yearDigits, month: 'name' as const, compact: false },
    { order, yearDigits, month: 'number' as const, compact: true },
  ]),
);
const YEARLESS = (['DMY', 'MDY'] as const).flatMap((order) =>
  (['name', 'number'] as const).map((month) => ({ order, yearDigits: 0 as const, month, compact: false })),
);

/**
 * Returns the format that fits the most rows. `ambiguous` is true if the day and the month can be swapped in every row,
 * or if a two-digit year may come first. Returns null if no row fits.
 * @param yearOf year, or last day of the statement, for dates without a year
 */
export function findDateFormat(
  dates: ReadonlyMap<WrittenDate, number>,
  yearOf: Pick<DateReading, 'lastDay' | 'year'> = {},
): FoundDateFormat | null {
  let best: DateReading | null = null;
  let bestRows = 0;
  const hasYear = yearOf.lastDay != null || yearOf.year != null;
  const yearless = hasYear ? YEARLESS.map((reading) => ({ ...reading, ...yearOf })) : [];
  for (const reading of [...READINGS, ...yearless]) {
    const rows = rowsRead(dates, reading);
    if (rows > bestRows) [best, bestRows] = [reading, rows];
  }
  if (best === null) return null;
  const reading = yearFirst(dates, best, bestRows);
  const format = formatOf(dates, reading);
  const swapped = swappedReading(dates, reading);
  const ambiguous = swapped !== null || mightBeginWithYear(dates, reading);
  return { format, ambiguous, other: ambiguous && swapped !== null ? formatOf(dates, swapped) : null };
}

function rowsRead(dates: ReadonlyMap<WrittenDate, number>, reading: DateReading): number {
  let rows = 0;
  for (const [date, times] of dates) if (dayRead(date, reading) !== null) rows += times;
  return rows;
}

/**
 * Decides whether the two-digit year comes first, as in `26-10-05`. It does if the dates then are in at most two
 * consecutive years, and are otherwise spread over more than three, because a statement usually covers some months.
 * Otherwise returns `best`.
 */
function yearFirst(dates: ReadonlyMap<WrittenDate, number>, best: DateReading, rows: number): DateReading {
  const alternative: DateReading = { ...best, order: 'YMD' };
  if (best.order === 'YMD' || best.yearDigits !== 2 || best.month === 'name' || rowsRead(dates, alternative) < rows)
    return best;
  return yearsSpanned(dates, best) > 3 && yearsSpanned(dates, alternative) <= 1 ? alternative : best;
}

function yearsSpanned(dates: ReadonlyMap<WrittenDate, number>, reading: DateReading): number {
  let first = Infinity;
  let last = -Infinity;
  for (const date of dates.keys()) {
    const year = Number(dayRead(date, reading)?.slice(0, 4) ?? NaN);
    if (Number.isNaN(year)) continue;
    first = Math.min(first, year);
    last = Math.max(last, year);
  }
  return last - first;
}

function formatOf(dates: ReadonlyMap<WrittenDate, number>, reading: DateReading): DateFormat {
  return { ...reading, tokens: tokensOf(dates, reading) };
}

function mightBeginWithYear(dates: ReadonlyMap<WrittenDate, number>, reading: DateReading): boolean {
  if (reading.order === 'YMD' || reading.month === 'name' || reading.yearDigits !== 2) return false;
  const yearFirst: DateReading = { ...reading, order: 'YMD' };
  return yearsSpanned(dates, yearFirst) <= 1 && readAlike(dates, reading, yearFirst);
}

function swappedReading(dates: ReadonlyMap<WrittenDate, number>, reading: DateReading): DateReading | null {
  if (reading.order === 'YMD' || reading.month === 'name') return null;
  const swapped: DateReading = { ...reading, order: reading.order === 'DMY' ? 'MDY' : 'DMY' };
  return readAlike(dates, reading, swapped) ? swapped : null;
}

function readAlike(dates: ReadonlyMap<WrittenDate, number>, reading: DateReading, alternative: DateReading): boolean {
  for (const date of dates.keys()) {
    if ((dayRead(date, reading) === null) !== (dayRead(date, alternative) === null)) return false;
  }
  return true;
}

/** Returns the tokens of a format, with `d` and `M` instead of `dd` and `MM` if some row omits a leading zero. */
function tokensOf(dates: ReadonlyMap<WrittenDate, number>, reading: DateReading): string {
  const seen = { day: new Padding(), month: new Padding() };
  const separators = new Map<string, number>();
  let longMonth = false;
  for (const [date, times] of dates) {
    const parts = partsRead(date, reading);
    if (!parts || dayRead(date, reading) === null) continue;
    seen.day.see(parts.day);
    if (reading.month === 'number') seen.month.see(parts.month);
    else longMonth ||= parts.month.length > 4 || ['mayo', 'june', 'july'].includes(parts.month);
    if (reading.compact && date.parts[0].length === 7) (reading.order === 'DMY' ? seen.day : seen.month).see('1');
    const between = date.between.map(quotedWords).join('\u0000');
    separators.set(between, (separators.get(between) ?? 0) + times);
  }
  const [first = '', second = ''] = [...separators].sort((a, b) => b[1] - a[1])[0]?.[0].split('\u0000') ?? [];
  const day = seen.day.isShort(seen.month) ? 'd' : 'dd';
  const month = reading.month === 'name' ? (longMonth ? 'MMMM' : 'MMM') : seen.month.isShort(seen.day) ? 'M' : 'MM';
  const token = { D: day, M: month, Y: 'y'.repeat(reading.yearDigits) };
  const [a, b, c] = [...reading.order] as ('D' | 'M' | 'Y')[];
  return `${token[a!]}${first}${token[b!]}${second}${token[c!]}`;
}

function quotedWords(separator: string): string {
  return separator.replace(/[a-z]+/g, "'$&'");
}

class Padding {
  private padded = false;
  private bare = false;

  see(digits: string): void {
    if (digits.length === 1) this.bare = true;
    else if (digits.startsWith('0')) this.padded = true;
  }

  /** True if some value has no leading zero. If no value shows it, because all are above 9, `sibling` decides. */
  isShort(sibling: Padding): boolean {
    return this.bare || (!this.padded && sibling.bare);
  }
}

/**
 * Parses a format from the client, such as `dd/MM/yyyy`. Returns null if it is invalid. The year is optional. Ignores a
 * time at the end.
 */
export function parseDateFormat(text: string): DateFormat | null {
  const date = text.trim().replace(/[ T,]*[Hh]{1,2}:.*$/, '');
  const bare = date
    .replace(/'[^']*'/g, ' ')
    .replace(/\bdel?\b/g, ' ')
    .replaceAll('D', 'd')
    .replaceAll('Y', 'y');
  const numeric = bare.includes('M') ? bare : bare.replaceAll('m', 'M');
  const yearless = /^(?:d{1,2}[-/., ]{0,5}(M{1,4})|(M{1,4})[-/., ]{0,5}d{1,2})$/.exec(numeric);
  if (yearless) {
    const month = (yearless[1] ?? yearless[2])!.length > 2 ? 'name' : 'number';
    return { order: yearless[2] ? 'MDY' : 'DMY', yearDigits: 0, month, compact: false, tokens: text.trim() };
  }
  const match = /^(d{1,2}|M{1,4}|y{2}|y{4})([-/., ]{0,5})(d{1,2}|M{1,4})([-/., ]{0,5})(d{1,2}|y{4}|y{2})$/.exec(
    numeric,
  );
  if (!match || text.length > 60) return null;
  const order = [match[1]!, match[3]!, match[5]!].map((token) => token[0]!.toUpperCase()).join('');
  if (order !== 'DMY' && order !== 'MDY' && order !== 'YMD') return null;
  const year = order === 'YMD' ? match[1]! : match[5]!;
  const month = order === 'MDY' ? match[1]! : match[3]!;
  const named = month.length > 2;
  const compact = match[2] === '' && match[4] === '' && !named;
  return {
    order,
    yearDigits: year.length === 4 ? 4 : 2,
    month: named ? 'name' : 'number',
    compact,
    tokens: text.trim(),
  };
}
