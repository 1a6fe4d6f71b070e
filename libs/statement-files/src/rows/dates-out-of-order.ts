import { dayNumber, type Day } from '@app/kernel/pure';
import type { StatementRow } from './statement-row.js';

/** Two days that are further apart than this lie in another part of a statement. */
const FAR = 25;
/** So many rows must run in the order of their days for one that does not to stand out. */
const MIN_IN_ORDER = 3;

/**
 * The rows whose day stands far outside of the order in which all others run, and with day and month the other way round would
 * fit between its neighbours: a spreadsheet of another country swapped them, and left those that it could not read.
 * @param days the rows' days, oldest first or newest first
 * @param hasBalances whether balances show that the rows stand in their order, so that one such day is enough
 */
export function swappedDays(days: readonly (Day | null)[], hasBalances: boolean): number[] {
  if (runsOneWay(days)) return [];
  const numbers = days.map((day) => (day === null ? null : dayNumber(day)));
  const dated = numbers.flatMap((number, index) => (number === null ? [] : [index]));
  const forward = longestRun(dated, (index) => numbers[index]!);
  const backward = longestRun(dated, (index) => -numbers[index]!);
  const [run, sign] = forward.length >= backward.length ? [forward, 1] : [backward, -1];
  if (run.length === dated.length || run.length < Math.max(MIN_IN_ORDER, dated.length / 2)) return [];
  const inRun = new Set(run);
  let next = 0;
  const swapped = dated.filter((index) => {
    if (inRun.has(index)) {
      next += 1;
      return false;
    }
    const [before, after] = [run[next - 1], run[next]].map((at) => (at === undefined ? null : sign * numbers[at]!));
    const other = swappedDay(days[index]!);
    if (other === null) return false;
    const fits = (number: number, slack: number) =>
      (before == null || number >= before - slack) && (after == null || number <= after + slack);
    const isNear = [before, after].some((each) => each != null && Math.abs(sign * other - each) <= FAR);
    return !fits(sign * numbers[index]!, FAR) && fits(sign * other, 3) && isNear;
  });
  return swapped.length > 1 || hasBalances ? swapped : [];
}

function runsOneWay(days: readonly (Day | null)[]): boolean {
  let [before, rises, falls]: [Day | null, boolean, boolean] = [null, false, false];
  for (const day of days) {
    if (day === null || day === before) continue;
    if (before !== null) [rises, falls] = [rises || day > before, falls || day < before];
    if (rises && falls) return false;
    before = day;
  }
  return true;
}

function swappedDay(day: Day): number | null {
  const [year, month, date] = [day.slice(0, 4), day.slice(5, 7), day.slice(8)];
  return month === date || Number(date) > 12 ? null : dayNumber(`${year}-${date}-${month}`);
}

/** The most of the places whose values never fall, in their order. */
function longestRun(places: readonly number[], valueOf: (place: number) => number): number[] {
  const ends: number[] = [];
  const before = new Map<number, number>();
  for (const place of places) {
    const value = valueOf(place);
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (valueOf(ends[middle]!) <= value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before.set(place, ends[low - 1]!);
    ends[low] = place;
  }
  const run: number[] = [];
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) run.push(place);
  return run.reverse();
}

/** The same row with the warning that its day and month may be swapped; one that is warned of already stays as it is. */
export function withDateAmbiguous(row: StatementRow): StatementRow {
  if (row.warnings.some(({ code }) => code === 'DATE_AMBIGUOUS')) return row;
  const detail =
    'The date stands out of the order of the rows, and with day and month the other way round it would fit. Compare it with the statement.';
  return { ...row, warnings: [...row.warnings, { code: 'DATE_AMBIGUOUS', detail }] };
}
