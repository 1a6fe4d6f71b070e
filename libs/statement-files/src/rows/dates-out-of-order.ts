import { dayNumber, type Day } from '@app/kernel/pure';
import type { StatementRow } from './statement-row.js';

const FAR = 25;
const MIN_IN_ORDER = 3;

/**
 * Returns the rows whose dates are far out of order, but would fit with the day and the month swapped. A spreadsheet in
 * another locale swaps them.
 * @param hasBalances true if balances confirm the order of the rows; in this case, one such date is enough
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
    const alternative = swappedDay(days[index]!);
    if (alternative === null) return false;
    const fits = (number: number, slack: number) =>
      (before == null || number >= before - slack) && (after == null || number <= after + slack);
    const isNear = [before, after].some((each) => each != null && Math.abs(sign * alternative - each) <= FAR);
    return !fits(sign * numbers[index]!, FAR) && fits(sign * alternative, 3) && isNear;
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

export function withDateAmbiguous(row: StatementRow): StatementRow {
  if (row.warnings.some(({ code }) => code === 'DATE_AMBIGUOUS')) return row;
  const detail = 'The date is out of order and would fit with day and month swapped. Compare it with the statement.';
  return { ...row, warnings: [...row.warnings, { code: 'DATE_AMBIGUOUS', detail }] };
}
