import type { BusinessDay, Day, Frequency, Recurrence, Series } from '@app/kernel/pure';
import { addDays, dayNumber, firstFrom, occurrencesFrom } from '@app/kernel/pure';
import { MAX_MOVE_DAYS } from '../schedules/occurrence.js';

export interface Entry {
  readonly transactionId: string;
  readonly date: Day;
  /** Amount in minor units. Not `Money`, because the search only compares up to 20,000 amounts in one currency. */
  readonly amount: bigint;
}

export interface Rhythm {
  readonly series: Series;
  /** Oldest first. */
  readonly entries: readonly Entry[];
  /** Regularity from 0 (no date has an entry) to 1 (every date has an entry on the exact day). */
  readonly steadiness: number;
}

export class DateGrid {
  private readonly known = new Map<string, readonly number[]>();

  constructor(
    readonly from: Day,
    readonly to: Day,
  ) {}

  datesOf(series: Series): readonly number[] {
    const { recurrence, startDate } = series;
    const key = [recurrence.every, recurrence.businessDay, startDate].join();
    const known = this.known.get(key) ?? this.reckon(series);
    this.known.set(key, known);
    return known;
  }

  private reckon(series: Series): number[] {
    const dates: number[] = [];
    for (const { date } of occurrencesFrom(series, addDays(this.from, -MAX_MOVE_DAYS))) {
      if (date > this.to) return dates;
      dates.push(dayNumber(date));
    }
    return dates;
  }
}

interface Form {
  readonly every: Exclude<Frequency, 'once'>;
  /** Range of the median gap between entries, in days. */
  readonly gaps: readonly [least: number, most: number];
  /** Maximum days between an entry and its expected date. */
  readonly slack: number;
  readonly leastEntries: number;
}

const FORMS: readonly Form[] = [
  { every: 'week', gaps: [6, 8], slack: 1, leastEntries: 3 },
  { every: 'quincena', gaps: [12, 19], slack: 1, leastEntries: 3 },
  { every: 'two_weeks', gaps: [13, 15], slack: 2, leastEntries: 3 },
  { every: 'month', gaps: [26, 35], slack: 4, leastEntries: 3 },
  { every: 'year', gaps: [360, 370], slack: 3, leastEntries: 2 },
];

/** Minimum share of expected dates with an entry, and of entries with an expected date. */
const MIN_COVERAGE = 0.75;
/** If there are fewer entries than this, every date must have one, because three payments may be a coincidence. */
const FEW = 5;
const MIN_STEADINESS_OF_FEW = 0.86;
const MIN_STEADINESS = 0.7;

/**
 * Returns the most regular rhythm that most entries follow, or null if no rhythm fits. Pay on the 15th and on the last
 * day of the month, or on the banking day before, is a quincena and never a rhythm of 14 or 15 days.
 * @param grid must start a month before the first entry and end a month after the last one
 */
export function rhythmOf(entries: readonly Entry[], grid: DateGrid): Rhythm | null {
  const days = entries.map(({ date }) => dayNumber(date));
  const gap = middleGap(days);
  if (gap === null) return null;
  const rhythms = FORMS.filter(({ gaps: [least, most], leastEntries }) => {
    return least <= gap && gap <= most && entries.length >= leastEntries;
  }).flatMap((form) => bestOf(form, { entries, days }, grid) ?? []);
  return rhythms.toSorted((a, b) => b.steadiness - a.steadiness)[0] ?? null;
}

interface Dated {
  readonly entries: readonly Entry[];
  readonly days: readonly number[];
}

function bestOf(form: Form, dated: Dated, grid: DateGrid): Rhythm | null {
  const rhythms = candidates(form, dated.entries, grid.from).flatMap(
    (series) => laidOver(form, series, dated, grid.datesOf(series)) ?? [],
  );
  return rhythms.reduce<Rhythm | null>(
    (best, rhythm) => (best === null || rhythm.steadiness > best.steadiness ? rhythm : best),
    null,
  );
}

/** Returns a series for each weekday, day of the month or day of the year on which there is an entry. */
function candidates({ every }: Form, entries: readonly Entry[], from: Day): Series[] {
  const moves: readonly BusinessDay[] =
    every === 'quincena' || every === 'month' ? ['none', 'before', 'after'] : ['none'];
  const starts = every === 'quincena' ? [addDays(from, -MAX_MOVE_DAYS)] : startsOf(every, entries, from);
  return starts.flatMap((startDate) =>
    moves.map((businessDay): Series => {
      const recurrence: Recurrence = { every, interval: 1, businessDay };
      return { recurrence, startDate, endDate: null };
    }),
  );
}

function startsOf(every: Form['every'], entries: readonly Entry[], from: Day): Day[] {
  const year = Number(from.slice(0, 4)) - 1;
  if (every === 'week' || every === 'two_weeks') {
    const period = every === 'week' ? 7 : 14;
    const phases = new Set(entries.map(({ date }) => dayNumber(date) % period));
    return [...phases].map((phase) => addDays(from, ((phase - dayNumber(from)) % period) - period));
  }
  if (every === 'year') return [...new Set(entries.map(({ date }) => `${year - (year % 4)}${date.slice(4)}`))];
  const days = new Set(entries.map(({ date }) => Number(date.slice(8))));
  // In shorter months, a series on the 31st has its date on the last day, so entries on the 28th to the 30th may belong
  // to it.
  if ([28, 29, 30].some((day) => days.has(day))) days.add(31);
  return [...days].map((day) => `${year}-10-${String(day).padStart(2, '0')}`);
}

/**
 * Assigns entries to the dates of a series. Returns null if too few entries match, or if they are too far from the
 * dates.
 */
function laidOver(form: Form, series: Series, { entries, days }: Dated, dates: readonly number[]): Rhythm | null {
  const [first, last] = [days[0]! - form.slack, days.at(-1)! + form.slack];
  const followed: Entry[] = [];
  let [at, due, off] = [0, 0, 0];
  for (let n = firstFrom(dates, first); n < dates.length && dates[n]! <= last; n += 1) {
    const day = dates[n]!;
    while (at < days.length && days[at]! < day - form.slack) at += 1;
    const nearest = nearestWithin(days, at, day, form.slack);
    due += 1;
    if (nearest === null) continue;
    followed.push(entries[nearest]!);
    off += Math.abs(days[nearest]! - day);
    at = nearest + 1;
  }
  const missed = Math.max(0, due - followed.length - edges(form));
  const coverage = followed.length / (followed.length + missed);
  const explained = followed.length / entries.length;
  if (followed.length < form.leastEntries || Math.min(coverage, explained) < leastShare(entries.length)) return null;
  const steadiness = coverage * explained * (1 - off / followed.length / (form.slack + 2));
  if (steadiness < (entries.length < FEW ? MIN_STEADINESS_OF_FEW : MIN_STEADINESS)) return null;
  return { series, entries: followed, steadiness };
}

/**
 * Returns the number of dates at either end of the range that may have no entry, because an entry may be late or early.
 */
function edges({ every }: Form): number {
  return every === 'quincena' || every === 'week' ? 0 : 1;
}

function leastShare(count: number): number {
  return count < FEW ? 1 : MIN_COVERAGE;
}

function nearestWithin(days: readonly number[], from: number, day: number, slack: number): number | null {
  let nearest: number | null = null;
  for (let at = from; at < days.length && days[at]! <= day + slack; at += 1) {
    if (nearest === null || Math.abs(days[at]! - day) < Math.abs(days[nearest]! - day)) nearest = at;
  }
  return nearest;
}

function middleGap(days: readonly number[]): number | null {
  const gaps = days.slice(1).map((day, at) => day - days[at]!);
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? null;
}
