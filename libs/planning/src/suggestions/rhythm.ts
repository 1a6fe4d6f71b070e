import type { BusinessDay, Day, Frequency, Recurrence, Series } from '@app/kernel/pure';
import { addDays, dayNumber, occurrencesFrom } from '@app/kernel/pure';
import { MAX_MOVE_DAYS } from '../schedules/occurrence.js';

/** A transaction that may be one of several that come back. */
export interface Entry {
  readonly transactionId: string;
  readonly date: Day;
  /** In minor units: twenty thousand of them are laid beside each other, each of one account, and none is added up. */
  readonly amount: bigint;
}

/** Entries that come back by a recurrence. */
export interface Rhythm {
  readonly series: Series;
  /** Oldest first. */
  readonly entries: readonly Entry[];
  /** From 0, where every date is missed, to 1, where each has an entry on the very day. */
  readonly steadiness: number;
}

/** The dates of series over a stretch of days, each reckoned once however many entries are laid beside it. */
export class DateGrid {
  private readonly known = new Map<string, readonly number[]>();

  constructor(
    readonly from: Day,
    readonly to: Day,
  ) {}

  /** The numbers of the days on which a series comes, rising. */
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

/** What has to hold for a recurrence to be seen in entries. */
interface Form {
  readonly every: Exclude<Frequency, 'once'>;
  /** Between which numbers of days the middle one of the gaps between entries lies. */
  readonly gaps: readonly [least: number, most: number];
  /** How far an entry may be from its date. */
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

/** How many of the dates have an entry, and of the entries a date, at least. */
const MIN_COVERAGE = 0.75;
/** Of few entries, each date has one: what came three times by chance is no rhythm. */
const FEW = 5;
/** How much of a slack entries may be off on average, for few and for many. */
const MIN_STEADINESS_OF_FEW = 0.86;
const MIN_STEADINESS = 0.7;

/**
 * The steadiest rhythm that most of the entries follow; null where there is none. A pay on the 15th and the last day, or on the
 * banking day before, is a quincena and never every 14 or 15 days. Source: contract section 20, suggestions.
 * @param entries oldest first, of one merchant, account and type
 * @param grid reaches a month beyond them on both sides
 */
export function rhythmOf(entries: readonly Entry[], grid: DateGrid): Rhythm | null {
  const days = entries.map(({ date }) => dayNumber(date));
  const gap = middleGap(days);
  if (gap === null) return null;
  const found = FORMS.filter(({ gaps: [least, most], leastEntries }) => {
    return least <= gap && gap <= most && entries.length >= leastEntries;
  }).flatMap((form) => bestOf(form, { entries, days }, grid) ?? []);
  return found.toSorted((one, other) => other.steadiness - one.steadiness)[0] ?? null;
}

/** Entries, and the numbers of their days. */
interface Dated {
  readonly entries: readonly Entry[];
  readonly days: readonly number[];
}

/** The best of the ways in which a form can lie over the entries. */
function bestOf(form: Form, dated: Dated, grid: DateGrid): Rhythm | null {
  const rhythms = candidates(form, dated.entries, grid.from).flatMap(
    (series) => laidOver(form, series, dated, grid.datesOf(series)) ?? [],
  );
  return rhythms.reduce<Rhythm | null>(
    (best, one) => (best === null || one.steadiness > best.steadiness ? one : best),
    null,
  );
}

/** Every series of a form that comes on the weekday, the day of the month or of the year of any entry. */
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

/** Where series may begin, before a day. */
function startsOf(every: Form['every'], entries: readonly Entry[], from: Day): Day[] {
  const year = Number(from.slice(0, 4)) - 1;
  if (every === 'week' || every === 'two_weeks') {
    const period = every === 'week' ? 7 : 14;
    const phases = new Set(entries.map(({ date }) => dayNumber(date) % period));
    return [...phases].map((phase) => addDays(from, ((phase - dayNumber(from)) % period) - period));
  }
  if (every === 'year') return [...new Set(entries.map(({ date }) => `${year - (year % 4)}${date.slice(4)}`))];
  const days = new Set(entries.map(({ date }) => Number(date.slice(8))));
  // A month that is too short for the 31st has its last day, so a day near the end may stand for the 31st.
  if ([28, 29, 30].some((day) => days.has(day))) days.add(31);
  return [...days].map((day) => `${year}-10-${String(day).padStart(2, '0')}`);
}

/** The entries beside the dates of a series; null where they are too far off, or too few. */
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

/** In a wide slack, dates that lie before the first entry or after the last may count although nothing is due then. */
function edges({ every }: Form): number {
  return every === 'quincena' || every === 'week' ? 0 : 1;
}

function leastShare(count: number): number {
  return count < FEW ? 1 : MIN_COVERAGE;
}

/** The place of the first of rising numbers that is a number or more. */
function firstFrom(rising: readonly number[], least: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nearestWithin(days: readonly number[], from: number, day: number, slack: number): number | null {
  let nearest: number | null = null;
  for (let at = from; at < days.length && days[at]! <= day + slack; at += 1) {
    if (nearest === null || Math.abs(days[at]! - day) < Math.abs(days[nearest]! - day)) nearest = at;
  }
  return nearest;
}

/** The middle one of the gaps between days; null where there are none. */
function middleGap(days: readonly number[]): number | null {
  const gaps = days.slice(1).map((day, at) => day - days[at]!);
  return gaps.sort((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? null;
}
