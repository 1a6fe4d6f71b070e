import { bankingDayAfter, bankingDayBefore } from './banking-days.js';
import type { Day } from './day.js';
import { dayOf, isDay, lengthOfMonth } from './day.js';
import { addDays, dayParts } from './day-number.js';
import type { Step } from './step.js';
import { stepAt, stepOn } from './step.js';

/** Frequencies of a recurrence. A quincena is the 15th and the last day of each month. */
export const FREQUENCIES = ['once', 'week', 'two_weeks', 'quincena', 'month', 'year'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/**
 * Treatment of a date on which banks are closed: it stays the same, or moves to the previous or the next banking day.
 */
export const BUSINESS_DAYS = ['none', 'before', 'after'] as const;
export type BusinessDay = (typeof BUSINESS_DAYS)[number];

export interface Recurrence {
  readonly every: Frequency;
  /**
   * Number of `every` periods between occurrences, such as 2 for every second month. Always 1 for `once` and
   * `quincena`.
   */
  readonly interval: number;
  readonly businessDay: BusinessDay;
}

export interface Series {
  readonly recurrence: Recurrence;
  readonly startDate: Day;
  readonly endDate: Day | null;
}

export interface Occurrence {
  /** Date before it is moved to a banking day. It identifies the occurrence within the series. */
  readonly nominalDate: Day;
  /** Date after it is moved to a banking day. Two occurrences of a series can have the same date. */
  readonly date: Day;
}

/** Latest day that the API accepts. */
const LAST_DAY: Day = '2200-12-31';
/** Maximum `count` of `nominalDateAfter`. There are fewer weeks in the years that the API accepts, 1900 to 2200. */
const MAX_DATES = 16_000;
const MID_MONTH = 15;
const HALVES_PER_YEAR = 24;

const STEPS: Readonly<Record<Exclude<Frequency, 'quincena'>, Step>> = {
  once: { count: 1, unit: 'month' },
  week: { count: 7, unit: 'day' },
  two_weeks: { count: 14, unit: 'day' },
  month: { count: 1, unit: 'month' },
  year: { count: 12, unit: 'month' },
};

export function* occurrencesFrom(series: Series, from: Day): Generator<Occurrence, void> {
  const last = series.endDate === null || series.endDate > LAST_DAY ? LAST_DAY : series.endDate;
  for (let index = firstIndexFrom(series, from); ; index += 1) {
    if (index > 0 && series.recurrence.every === 'once') return;
    const nominalDate = nominalDateAt(series, index);
    if (nominalDate > last) return;
    yield { nominalDate, date: moved(nominalDate, series.recurrence.businessDay) };
  }
}

export function occurrencesBetween(series: Series, from: Day, to: Day): Occurrence[] {
  const until = series.endDate !== null && series.endDate < to ? series.endDate : to;
  return [...occurrencesFrom({ ...series, endDate: until }, from)];
}

export function occurrenceOn(series: Series, nominalDate: Day): Occurrence | undefined {
  return occurrencesBetween(series, nominalDate, nominalDate)[0];
}

/** Counts the nominal dates between two days, including both. Ignores the end date of the series. */
export function countOccurrences(series: Series, from: Day, to: Day): number {
  return Math.max(firstIndexFrom(series, addDays(to, 1)) - firstIndexFrom(series, from), 0);
}

/**
 * Returns the nominal date that is `count` dates after the first one on or after `from`. Ignores the end date of the
 * series. Returns null if the date is outside the years that the API accepts.
 */
export function nominalDateAfter(series: Series, from: Day, count: number): Day | null {
  if (count > MAX_DATES) return null;
  const date = nominalDateAt(series, firstIndexFrom(series, from) + count);
  return date > LAST_DAY ? null : date;
}

/** Moves a date to a banking day. Keeps the date if the banking day is outside the years that the API accepts. */
function moved(day: Day, businessDay: BusinessDay): Day {
  if (businessDay === 'none') return day;
  const bankingDay = businessDay === 'before' ? bankingDayBefore(day) : bankingDayAfter(day);
  return isDay(bankingDay) ? bankingDay : day;
}

function firstIndexFrom({ recurrence, startDate }: Series, from: Day): number {
  if (from <= startDate) return 0;
  if (recurrence.every === 'quincena') return halvesUpTo(from) - halvesUpTo(startDate);
  const step = stepOf(recurrence);
  const before = stepOn(startDate, step, from);
  return stepAt(startDate, step, before) === from ? before : before + 1;
}

function nominalDateAt({ recurrence, startDate }: Series, index: number): Day {
  if (recurrence.every === 'quincena') return halfEnd(halvesUpTo(startDate) + index);
  return stepAt(startDate, stepOf(recurrence), index);
}

function stepOf({ every, interval }: Recurrence): Step {
  const { count, unit } = STEPS[every as keyof typeof STEPS];
  return { count: count * interval, unit };
}

function halvesUpTo(day: Day): number {
  const [year, month, date] = dayParts(day);
  return year * HALVES_PER_YEAR + (month - 1) * 2 + (date <= MID_MONTH ? 0 : 1);
}

function halfEnd(half: number): Day {
  const [year, month] = [Math.floor(half / HALVES_PER_YEAR), Math.floor((half % HALVES_PER_YEAR) / 2) + 1];
  return dayOf(year, month, half % 2 === 0 ? MID_MONTH : lengthOfMonth(year, month));
}
