import type { DateGrid, Entry, Rhythm } from './rhythm.js';
import { rhythmOf } from './rhythm.js';

/**
 * A recurring payment. `isByAmount` is true if only the amount distinguishes its entries from the merchant's other
 * entries.
 */
export interface Recurring extends Rhythm {
  readonly isByAmount: boolean;
}

/**
 * Finds recurring payments among the entries of one merchant, account and type, which must be sorted from oldest to
 * newest. Uses all entries if their amounts are similar. Otherwise, tries groups of similar amounts, and then groups of
 * equal amounts among the remaining entries. So a subscription whose price rose is one payment, and two subscriptions
 * of one merchant are two.
 */
export function recurringAmong(entries: readonly Entry[], grid: DateGrid): Recurring[] {
  if (areNear(entries)) {
    const whole = rhythmOf(entries, grid);
    if (whole !== null) return [{ ...whole, isByAmount: false }];
  }
  // Ignores pairs, because two similar purchases a year apart may be a coincidence. Equal amounts are tried below.
  const groups = nearGroups(entries).filter((group) => group.length > 2);
  const near = groups.flatMap((group) => rhythmOf(group, grid) ?? []);
  const taken = new Set(near.flatMap((rhythm) => rhythm.entries));
  const remaining = entries.filter((entry) => !taken.has(entry));
  const exact = [...Map.groupBy(remaining, ({ amount }) => amount).values()].flatMap(
    (group) => rhythmOf(group, grid) ?? [],
  );
  return [...near, ...exact].map((rhythm) => ({ ...rhythm, isByAmount: true }));
}

/** True if all amounts differ from the median by at most a quarter. */
function areNear(entries: readonly Entry[]): boolean {
  const amounts = sorted(entries).map(({ amount }) => amount);
  const middle = amounts[Math.floor(amounts.length / 2)]!;
  return amounts[0]! * 4n >= middle * 3n && amounts.at(-1)! * 4n <= middle * 5n;
}

/** Groups entries whose amounts are at most a quarter above the smallest one. */
function nearGroups(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  for (const entry of sorted(entries)) {
    const group = groups.at(-1);
    if (group !== undefined && entry.amount * 4n <= group[0]!.amount * 5n) group.push(entry);
    else groups.push([entry]);
  }
  return groups.map((group) => group.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)));
}

function sorted(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0));
}
