import { bankingDayAfter, bankingDayBefore } from './banking-days.js';
import type { Day } from './day.js';
import { dayOf, isDay, lengthOfMonth } from './day.js';
import { dayParts } from './day-number.js';
import type { Step } from './step.js';
import { stepAt, stepOn } from './step.js';

/** How often something comes back. A quincena is the 15th and the last day of each month. */
export const FREQUENCIES = ['once', 'week', 'two_weeks', 'quincena', 'month', 'year'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Where a date goes that is no banking day: it stays, or moves to the banking day before or after it. */
export const BUSINESS_DAYS = ['none', 'before', 'after'] as const;
export type BusinessDay = (typeof BUSINESS_DAYS)[number];

export interface Recurrence {
  readonly every: Frequency;
  /** Every so many weeks, months or years; 1 for once and quincena. */
  readonly interval: number;
  readonly businessDay: BusinessDay;
}

/** What comes back from a day on. */
export interface Series {
  readonly recurrence: Recurrence;
  readonly startDate: Day;
  /** Nothing comes after it, by the nominal date. */
  readonly endDate: Day | null;
}

/** One time that a series comes back. */
export interface Occurrence {
  /** The date by the rule, which tells occurrences of a series apart. */
  readonly nominalDate: Day;
  /** The same, moved to a banking day where the recurrence says so. Two occurrences may be moved to one day. */
  readonly date: Day;
}

/** The last day that a client can write. */
const LAST_DAY: Day = '2200-12-31';
const MID_MONTH = 15;
const HALVES_PER_YEAR = 24;

const STEPS: Readonly<Record<Exclude<Frequency, 'quincena'>, Step>> = {
  once: { count: 1, unit: 'month' },
  week: { count: 7, unit: 'day' },
  two_weeks: { count: 14, unit: 'day' },
  month: { count: 1, unit: 'month' },
  year: { count: 12, unit: 'month' },
};

/** The occurrences of a series from a day on, oldest first, by their nominal dates. */
export function* occurrencesFrom(series: Series, from: Day): Generator<Occurrence, void> {
  const last = series.endDate === null || series.endDate > LAST_DAY ? LAST_DAY : series.endDate;
  for (let index = firstIndexFrom(series, from); ; index += 1) {
    if (index > 0 && series.recurrence.every === 'once') return;
    const nominalDate = nominalDateAt(series, index);
    if (nominalDate > last) return;
    yield { nominalDate, date: moved(nominalDate, series.recurrence.businessDay) };
  }
}

/** The occurrences of a series from one day to another, by their nominal dates. */
export function occurrencesBetween(series: Series, from: Day, to: Day): Occurrence[] {
  const until = series.endDate !== null && series.endDate < to ? series.endDate : to;
  return [...occurrencesFrom({ ...series, endDate: until }, from)];
}

/** The occurrence with a nominal date; undefined where the series has none on that day. */
export function occurrenceOn(series: Series, nominalDate: Day): Occurrence | undefined {
  return occurrencesBetween(series, nominalDate, nominalDate)[0];
}

/** Returns the banking day to which a date moves; the date itself if clients cannot write that day. */
function moved(day: Day, businessDay: BusinessDay): Day {
  if (businessDay === 'none') return day;
  const bankingDay = businessDay === 'before' ? bankingDayBefore(day) : bankingDayAfter(day);
  return isDay(bankingDay) ? bankingDay : day;
}

/** The index of the first date of a series on or after a day; the first date has the index 0. */
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

/** How many halves of months end before a day, since the year 0: the number of the first that ends on it or after it. */
function halvesUpTo(day: Day): number {
  const [year, month, date] = dayParts(day);
  return year * HALVES_PER_YEAR + (month - 1) * 2 + (date <= MID_MONTH ? 0 : 1);
}

/** The last day of a half month by its number: a 15th, or the last day of a month. */
function halfEnd(half: number): Day {
  const [year, month] = [Math.floor(half / HALVES_PER_YEAR), Math.floor((half % HALVES_PER_YEAR) / 2) + 1];
  return dayOf(year, month, half % 2 === 0 ? MID_MONTH : lengthOfMonth(year, month));
}
