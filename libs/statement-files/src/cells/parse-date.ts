import { dayOf, isRealDay, type Day, streamSafe } from '@app/kernel/pure';
import { zonedTime, type ZonedTime } from './zoned-time.js';

export type DateOrder = 'DMY' | 'MDY' | 'YMD';

/** Parts of a date before their order is known. */
export interface WrittenDate {
  readonly parts: readonly [string, string, string];
  /** Separators between the parts, such as `/` or ` de `; empty strings if the parts are not separated. */
  readonly between: readonly [string, string];
  readonly namedMonth: 0 | 1 | null;
  /** Time after the date; null or absent without a time zone. */
  readonly time?: ZonedTime | null;
}

/** Folded month names in about twenty languages. */
const MONTHS = [
  'enero january januar janvier gennaio janeiro januari stycznia januarie ianuarie ocak tammikuu tammikuuta января ιανουαριου',
  'febrero february februar fevrier febbraio fevereiro februari lutego februarie subat şubat helmikuu helmikuuta февраля φεβρουαριου',
  'marzo march marz mrz mars marco maart marca marts mrt martie marcius mart maaliskuu maaliskuuta maret марта μαρτιου',
  'abril april avril aprile kwietnia aprilie aprilis nisan huhtikuu huhtikuuta апреля απριλιου',
  'mayo may mai maggio maio mei maj maja majus mayıs mayis toukokuu toukokuuta mei мая маи μαιου',
  'junio june juni juin giugno junho czerwca junie iunie junius haziran kesakuu kesakuuta июня ιουνιου',
  'julio july juli juillet luglio julho lipca julie iulie julius temmuz heinakuu heinakuuta июля ιουλιου',
  'agosto august aout augustus augusti sierpnia augusztus agustos ağustos elokuu elokuuta agustus августа αυγουστου',
  'septiembre setiembre september septembre settembre setembro wrzesnia septembrie szeptember eylul syyskuu syyskuuta сентября σεπτεμβριου',
  'octubre october oktober octobre ottobre outubro pazdziernika octombrie ekim lokakuu lokakuuta октября οκτωβριου',
  'noviembre november novembre novembro listopada noiembrie kasim kasım marraskuu marraskuuta ноября νοεμβριου',
  'diciembre december dezember decembre dicembre dezembro grudnia desember decembrie aralik aralık joulukuu joulukuuta декабря δεκεμβριου',
].map((names) => names.split(' '));

/** Month numbers by name and by every abbreviation of at least three letters, such as `ene`, `sept` and `january`. */
const MONTH_BY_WORD = new Map<string, number>();
for (const [index, names] of MONTHS.entries()) {
  for (const name of names.map((each) => each.normalize('NFD').replace(/\p{M}+/gu, ''))) {
    for (let length = 3; length <= name.length; length += 1) {
      const word = name.slice(0, length);
      // `mar` means March, and in Finnish also November. March is first in the list and wins.
      if (!MONTH_BY_WORD.has(word)) MONTH_BY_WORD.set(word, index + 1);
    }
  }
}
// In French and Greek, the names of June and July begin in the same way.
for (const word of ['jui', 'ιου']) MONTH_BY_WORD.delete(word);

const MIN_LENGTH = 3;
const MAX_LENGTH = 60;
const TIME =
  /(?:t|,? |,|-)(\d{1,2}):(\d{2})(:\d{2}(?:[.,]\d{1,9})?)?(?: ?([ap])\.? ?m\.?)?(?: ?(?:hrs?|h)\.?)?(?: ?\(?(z|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?|utc|gmt|[ecmp][sd]t|ce?s?t|bst|ist|msk|ae[sd]t|nz[sd]t|brt)\)?)?$/;
const WEEKDAY = /^(?:lun|mar|mie|jue|vie|sab|dom|mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[., ]+(?=[\da-z])/;
const NUMBERS = /^(\d{1,4})( ?[-/.] ?| )(\d{1,2})( ?[-/.] ?| )(\d{1,4})\.?$/;
const CHINESE = /^(\d{4})( ?年 ?)(\d{1,2})( ?月 ?)(\d{1,2}) ?日$/;
/** Matches a day and a month without a year. Does not match points, because `12.05` is an amount. */
const DAY_AND_MONTH = /^(\d{1,2})( ?[-/] ?)(\d{1,2})()()$/;
const COLONS = /^(\d{4})(:)(\d{2})(:)(\d{2})$/;
const OFX_TIME = /^(\d{8})(\d{2})(\d{2})(\d{2}(?:\.\d{1,3})?)\[([^\]]{1,12})\]$/;
const DAY_FIRST = /^(\d{1,2})( ?[-/.] ?|\. | de | )?(\p{Ll}{3,12})\.?( ?[-/.,] ?| del? | )?(\d{2}|\d{4})(?: ?г\.?)?$/u;
const MONTH_FIRST = /^(\p{Ll}{3,12})\.?( ?[-/.] ?| )(\d{1,2})(?:st|nd|rd|th)?(,? ?[-/.] ?|, ?| del? | )(\d{4}|\d{2})$/u;
const DAY_OF_MONTH = /^(\d{1,2})( ?[-/.] ?| de | )?(\p{Ll}{3,12})\.?()()$/u;
const MONTH_AND_DAY = /^(\p{Ll}{3,12})\.?( ?[-/.] ?| )(\d{1,2})()()$/u;
const YEAR_FIRST = /^(\d{4})( ?[-/.] ?|\. | )(\p{Ll}{3,12})\.?( ?[-/.] ?| )(\d{1,2})\.?$/u;

/**
 * Splits a date cell into parts without checking that the date exists. Returns null if the cell is not a date. Ignores
 * a time without a zone.
 * @param isUtc true if the heading says that times are in UTC
 */
export function readDateText(cell: string, isUtc = false): WrittenDate | null {
  if (cell.length < MIN_LENGTH || cell.length > MAX_LENGTH) return null;
  const { text, time } = plainDateText(cell, isUtc);
  const date = partsOf(text) ?? (WEEKDAY.test(text) ? partsOf(text.replace(WEEKDAY, '')) : null);
  return date === null || time === null ? date : { ...date, time };
}

function partsOf(text: string): WrittenDate | null {
  const compact = /^(\d{6}|\d{7}|\d{8})$/.exec(text);
  if (compact) return { parts: [text, '', ''], between: ['', ''], namedMonth: null };
  const numbers = NUMBERS.exec(text) ?? COLONS.exec(text);
  if (numbers) {
    if (numbers[2]!.trim() !== numbers[4]!.trim() || (numbers[1]!.length > 2 && numbers[5]!.length > 2)) return null;
    return written(numbers, null);
  }
  const chinese = CHINESE.exec(text);
  if (chinese) return written(chinese, null);
  const yearless = DAY_AND_MONTH.exec(text);
  if (yearless) return written(yearless, null);
  if (!/\p{Ll}{3}/u.test(text)) return null;
  return (
    named(DAY_FIRST.exec(text), 1) ??
    named(MONTH_FIRST.exec(text), 0) ??
    named(YEAR_FIRST.exec(text), 1) ??
    named(DAY_OF_MONTH.exec(text), 1) ??
    named(MONTH_AND_DAY.exec(text), 0)
  );
}

function plainDateText(cell: string, isUtc: boolean): { readonly text: string; readonly time: ZonedTime | null } {
  const zoned = isUtc ? 'utc' : undefined;
  const isPlain = /^[\d/.:-]+$/.test(cell);
  if (isPlain && zoned === undefined) return { text: cell.replace(TIME, ''), time: null };
  const plain = isPlain ? cell : unaccented(cell).replace(/ as of .*$/, '');
  const ofx = OFX_TIME.exec(plain);
  if (ofx) return { text: ofx[1]!, time: zonedTime(ofx[2]!, ofx[3]!, ofx[4]!, ofx[5]!) };
  const time = TIME.exec(plain);
  if (time === null) return { text: plain.trim(), time: null };
  const [, hour, minute, second = '', half, zone = zoned] = time;
  const shift = half === 'p' && hour !== '12' ? 12 : half === 'a' && hour === '12' ? -12 : 0;
  return {
    text: plain.slice(0, time.index).trim(),
    time: zone === undefined ? null : zonedTime(`${Number(hour) + shift}`, minute!, second, zone),
  };
}

function unaccented(cell: string): string {
  const text = streamSafe(cell)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ');
  return text.replace(/^[ '’"]+|[ '’",]+$/g, '');
}

function named(match: RegExpExecArray | null, month: 0 | 1): WrittenDate | null {
  return match && MONTH_BY_WORD.has(match[month === 0 ? 1 : 3]!) ? written(match, month) : null;
}

function written(match: RegExpExecArray, namedMonth: 0 | 1 | null): WrittenDate {
  return {
    parts: [match[1]!, match[3]!, match[5]!],
    between: [match[2] ?? '', match[4] ?? ''],
    namedMonth,
  };
}

export interface DateReading {
  readonly order: DateOrder;
  /** Number of digits of the year; 0 for dates without a year, which comes from `year` or `lastDay`. */
  readonly yearDigits: 0 | 2 | 4;
  readonly month: 'number' | 'name';
  /** True if the date has no separators, as in `01092026`. */
  readonly compact: boolean;
  /**
   * Last day of the statement; null if unknown. A date without a year is in the latest year in which it is not after
   * this day.
   */
  readonly lastDay?: Day | null;
  /** Year for dates without a year; null if unknown. Takes precedence over `lastDay`. */
  readonly year?: number | null;
}

export function isYearless(date: WrittenDate | null): boolean {
  return date !== null && date.parts[2] === '' && date.parts[1] !== '';
}

/**
 * Returns the day, or null if the parts do not fit the reading, the date does not exist, or the date is outside 1900 to
 * 2200. Two-digit years from 70 to 99 are in the 1900s.
 */
export function dayRead(date: WrittenDate, reading: DateReading): Day | null {
  const parts = partsRead(date, reading);
  if (!parts || parts.year.length !== reading.yearDigits || parts.day.length > 2) return null;
  const month = date.namedMonth === null ? Number(parts.month) : MONTH_BY_WORD.get(parts.month)!;
  if (date.namedMonth === null && parts.month.length > 2) return null;
  if (reading.yearDigits === 0 && reading.year == null) {
    return reading.lastDay ? latestDay(month, Number(parts.day), reading.lastDay) : null;
  }
  const year = reading.yearDigits === 0 ? reading.year! : Number(parts.year);
  const full = reading.yearDigits !== 2 ? year : year < 70 ? 2000 + year : 1900 + year;
  return isRealDay(full, month, Number(parts.day)) ? dayOf(full, month, Number(parts.day)) : null;
}

function latestDay(month: number, day: number, lastDay: Day): Day | null {
  const last = Number(lastDay.slice(0, 4));
  const days = [last, last - 1].filter((year) => isRealDay(year, month, day)).map((year) => dayOf(year, month, day));
  return days.find((each) => each <= lastDay) ?? null;
}

export function partsRead(
  date: WrittenDate,
  { order, month, compact, yearDigits }: DateReading,
): { day: string; month: string; year: string } | null {
  if ((month === 'name') !== (date.namedMonth !== null)) return null;
  if (compact !== (date.parts[1] === '')) return null;
  if (date.namedMonth !== null && order.indexOf('M') !== date.namedMonth) return null;
  const [a, b, c] = compact ? cutCompact(date.parts[0], order, yearDigits) : date.parts;
  if (a === undefined || b === undefined || c === undefined) return null;
  if (order === 'YMD') return { day: c, month: b, year: a };
  return order === 'DMY' ? { day: a, month: b, year: c } : { day: b, month: a, year: c };
}

/** Splits `01092026` into 01, 09 and 2026. Also accepts 1092026, because spreadsheets may drop the leading zero. */
function cutCompact(digits: string, order: DateOrder, yearDigits: 0 | 2 | 4): string[] {
  const full = yearDigits + 4;
  const text = digits.length === full - 1 && yearDigits === 4 && order !== 'YMD' ? `0${digits}` : digits;
  if (text.length !== full) return [];
  const first = order === 'YMD' ? yearDigits : 2;
  return [text.slice(0, first), text.slice(first, first + 2), text.slice(first + 2)];
}
