import { addDays, dayOf, isRealDay, type Day } from '@app/kernel/pure';
import { dayRead, readDateText, type DateOrder, type DateReading } from '../cells/parse-date.js';

export interface Period {
  readonly start: Day;
  readonly end: Day;
}

/** Days that decide the year of a date without one. */
export interface DateContext {
  readonly period: Period | null;
  /** Year that the client set; null without one. */
  readonly year: number | null;
  /** Order of numeric dates. Without one, the day comes first if it can. */
  readonly order?: DateOrder;
}

const NAMED: readonly DateReading[] = (
  [
    ['YMD', 4, 'number'],
    ['DMY', 4, 'name'],
    ['MDY', 4, 'name'],
    ['YMD', 4, 'name'],
    ['DMY', 2, 'name'],
    ['MDY', 2, 'name'],
    ['DMY', 0, 'name'],
    ['MDY', 0, 'name'],
  ] as const
).map(([order, yearDigits, month]) => ({ order, yearDigits, month, compact: false }));

/** Readings of dates whose order is certain, and of numeric dates in the given orders. */
function readingsOf(orders: readonly DateOrder[]): DateReading[] {
  const numeric = orders.flatMap((order) =>
    ([4, 2, 0] as const).map((yearDigits) => ({ order, yearDigits, month: 'number', compact: false }) as const),
  );
  return [...NAMED, ...numeric];
}

const LENIENT = readingsOf(['DMY', 'MDY']);
const STRICT = { DMY: readingsOf(['DMY']), MDY: readingsOf(['MDY']), YMD: readingsOf(['YMD']) };

/** Matches a cell that is probably a date. Does not match amounts such as `12.05`. */
const LIKELY = /^(?:\d{1,4}(?:[-/. ]|$)|\p{L}{3,10}\.?[-/ ]|\d{1,2}\p{L}{3})/u;

/** Date in a cell. `day` is null if its year is unknown. */
export interface PdfDate {
  readonly day: Day | null;
}

/**
 * Parses a date cell such as `05/NOV`, `NOV. 05` or `05-NOV-26`, or `05` if there is a period. Returns null for other
 * text.
 */
export function pdfDate(cell: string, context: DateContext, allowsDayOnly = true): PdfDate | null {
  const text = cell.trim().replace(/[.,]$/, '');
  if (text.length > 30 || !LIKELY.test(text)) return null;
  if (/^\d{1,2}$/.test(text)) {
    return allowsDayOnly && Number(text) >= 1 && Number(text) <= 31 ? bareDay(Number(text), context) : null;
  }
  const date = readDateText(text);
  if (date === null) return null;
  for (const reading of context.order === undefined ? LENIENT : STRICT[context.order]) {
    // A leap year accepts every day. The context then decides the year.
    const day = dayRead(date, reading.yearDigits === 0 ? { ...reading, year: 2024 } : reading);
    if (day === null) continue;
    return { day: reading.yearDigits > 0 ? day : inContext(Number(day.slice(5, 7)), Number(day.slice(8)), context) };
  }
  // A date in the other order is a date, but its day is unknown.
  return context.order !== undefined && LENIENT.some((each) => dayRead(date, { ...each, year: 2024 }) !== null)
    ? { day: null }
    : null;
}

/** Returns the day in the year in which it is in the period, or closest to it. */
function inContext(month: number, day: number, { period, year }: DateContext): Day | null {
  if (year !== null) return real(year, month, day);
  if (period === null) return null;
  const last = Number(period.end.slice(0, 4));
  const days = [last, last - 1, last + 1].map((each) => real(each, month, day)).filter((each) => each !== null);
  const within = days.find((each) => each >= period.start && each <= period.end);
  if (within !== undefined) return within;
  // An operation may be before its statement, but at most some days after it.
  return (
    days
      .filter((each) => each <= addDays(period.end, 15))
      .sort()
      .at(-1) ?? null
  );
}

function bareDay(day: number, { period }: DateContext): PdfDate | null {
  if (period === null) return null;
  const months = monthsOf(period).flatMap(([year, month]) => real(year, month, day) ?? []);
  const within = months.filter((each) => each >= period.start && each <= period.end);
  return within.length === 1 ? { day: within[0]! } : within.length > 1 ? { day: null } : null;
}

function monthsOf({ start, end }: Period): [number, number][] {
  const [from, to] = [start, end].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1);
  if (to! < from! || to! - from! > 12) return [];
  return Array.from({ length: to! - from! + 1 }, (_, at) => [Math.floor((from! + at) / 12), ((from! + at) % 12) + 1]);
}

function real(year: number, month: number, day: number): Day | null {
  return isRealDay(year, month, day) ? dayOf(year, month, day) : null;
}

const DATE =
  /(?<![\p{L}\d/.-])(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2} ?[-/.] ?(?:\d{1,2}|\p{L}{3,10})\.? ?[-/.] ?(?:\d{4}|\d{2})|\d{1,2} (?:de )?\p{L}{3,10}\.?(?:,? del?| )? ?(?:\d{4}|\d{2})|\p{L}{3,10}\.? \d{1,2},? \d{4})(?![\d/-])/giu;
/**
 * Matches a range whose first date has no year, or neither year nor month, as in `del 1 al 30 de noviembre de 2026`.
 */
const SHARED =
  /(?<!\d)(\d{1,2})(?: (?:de )?(\p{L}{3,10})\.?)? ?(?:al?|-|–|to|hasta(?: el)?) ?(\d{1,2}) ?(?:de |[-/])?(\p{L}{3,10})\.?,?(?: del? |[-/ ])(\d{4})/iu;
const SHARED_ENGLISH = /(\p{L}{3,10})\.? (\d{1,2}) ?(?:to|-|–|through) ?(?:(\p{L}{3,10})\.? )?(\d{1,2}), ?(\d{4})/iu;
const WHOLE_MONTH =
  /^(?<name>(?:estado de cuenta|periodo|mes|corte|statement|period|month)\W{0,3}(?:del? (?:mes de )?)?)?(?<month>\p{L}{3,10})\.?(?: del?| )? ?(?<year>(?:19|20)\d\d)(?<days> ?\(\d\d d[ií]as\))?$/iu;

export function datesIn(text: string, order?: DateOrder): Day[] {
  const context = { ...NOTHING, ...(order && { order }) };
  return [...text.slice(0, 300).matchAll(DATE)].flatMap(([each]) => pdfDate(each, context)?.day ?? []);
}

const NOTHING: DateContext = { period: null, year: null };
const USUAL_PERIOD_DAYS = 100;
const MAX_PERIOD_DAYS = 400;

/** Reads both days of a period in the same order. Prefers a usual length, and then the given order. */
function numericPeriod(line: string, order: DateOrder): Period | null {
  const periods = ([order, 'DMY', 'MDY'] as const).flatMap((each): Period[] => {
    const [start, end, ...others] = datesIn(line, each);
    return start !== undefined && end !== undefined && others.length === 0 && start < end ? [{ start, end }] : [];
  });
  const within = (days: number) => periods.find(({ start, end }) => end <= addDays(start, days));
  return within(USUAL_PERIOD_DAYS) ?? within(MAX_PERIOD_DAYS) ?? null;
}

/** Simplifies `1o. de`, `01NOV2026` and a slash between two dates. */
function plainDates(text: string): string {
  return text
    .replace(/(?<!\d)1(?:ro|er|[o°º])\.?(?= )/giu, '1')
    .replace(/(?<!\d)(\d{1,2})(\p{L}{3})(\d{4}|\d{2})(?!\d)/gu, '$1 $2 $3')
    .replace(/(\d[-. ]?\p{L}{3}[-. ]\d{2,4})\/(?=\d)/gu, '$1 - ');
}

/**
 * Returns the period that a line states, such as `Periodo del 01/11/2026 al 30/11/2026`; null without one.
 * @param order order of numeric dates if both orders are possible
 */
export function periodIn(text: string, order: DateOrder = 'DMY'): Period | null {
  const line = plainDates(text.slice(0, 300));
  const shared = SHARED.exec(line);
  if (shared !== null) {
    const [, from, fromMonth, to, toMonth, year] = shared;
    const end = pdfDate(`${to} ${toMonth} ${year}`, NOTHING)?.day;
    const first = `${from} ${fromMonth ?? toMonth}`;
    const starts = [Number(year), Number(year) - 1].map((each) => pdfDate(`${first} ${each}`, NOTHING)?.day);
    const start = end && starts.find((each) => each != null && each <= end);
    if (start) return { start, end };
  }
  const english = SHARED_ENGLISH.exec(line);
  if (english !== null) {
    const [, fromMonth, from, toMonth, to, year] = english;
    const end = pdfDate(`${to} ${toMonth ?? fromMonth} ${year}`, NOTHING)?.day;
    const starts = [Number(year), Number(year) - 1].map(
      (each) => pdfDate(`${from} ${fromMonth} ${each}`, NOTHING)?.day,
    );
    const start = end && starts.find((each) => each != null && each <= end);
    if (start) return { start, end };
  }
  const numeric = numericPeriod(line, order);
  if (numeric !== null) return numeric;
  const { name, days, month, year } = WHOLE_MONTH.exec(line.trim())?.groups ?? {};
  const start = (name ?? days) === undefined ? null : pdfDate(`1 ${month} ${year}`, NOTHING)?.day;
  if (!start) return null;
  const last = [31, 30, 29, 28].map((day) => real(Number(start.slice(0, 4)), Number(start.slice(5, 7)), day));
  return { start, end: last.find((day) => day !== null)! };
}
