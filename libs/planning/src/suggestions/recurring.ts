import type { DateGrid, Entry, Rhythm } from './rhythm.js';
import { rhythmOf } from './rhythm.js';

/** Entries that come back, and whether their amounts tell them from others of the merchant. */
export interface Recurring extends Rhythm {
  readonly isByAmount: boolean;
}

/**
 * What comes back among the entries of one merchant, account and type: all of them together where their amounts are near each
 * other, or else those whose amounts are near each other, and what is left of one amount. A subscription that became dearer is
 * one, and two of one shop are two.
 * @param entries oldest first
 */
export function recurringAmong(entries: readonly Entry[], grid: DateGrid): Recurring[] {
  if (areNear(entries)) {
    const whole = rhythmOf(entries, grid);
    if (whole !== null) return [{ ...whole, isByAmount: false }];
  }
  // Of many purchases, two that are a year apart are found by chance.
  const groups = nearGroups(entries).filter((some) => some.length > 2);
  const near = groups.flatMap((some) => rhythmOf(some, grid) ?? []);
  const taken = new Set(near.flatMap(({ entries: some }) => some));
  const others = entries.filter((entry) => !taken.has(entry));
  const exact = [...Map.groupBy(others, ({ amount }) => amount).values()].flatMap((some) => rhythmOf(some, grid) ?? []);
  return [...near, ...exact].map((rhythm) => ({ ...rhythm, isByAmount: true }));
}

/** Whether no amount is more than a quarter away from the middle one. */
function areNear(entries: readonly Entry[]): boolean {
  const amounts = sorted(entries).map(({ amount }) => amount);
  const middle = amounts[Math.floor(amounts.length / 2)]!;
  return amounts[0]! * 4n >= middle * 3n && amounts.at(-1)! * 4n <= middle * 5n;
}

/** Entries in groups, cut where an amount is more than a quarter above the least one of its group. */
function nearGroups(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  for (const entry of sorted(entries)) {
    const group = groups.at(-1);
    if (group !== undefined && entry.amount * 4n <= group[0]!.amount * 5n) group.push(entry);
    else groups.push([entry]);
  }
  return groups.map((group) =>
    group.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0)),
  );
}

function sorted(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => (one.amount < other.amount ? -1 : one.amount > other.amount ? 1 : 0));
}
