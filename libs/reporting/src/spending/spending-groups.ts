import type { Period } from '@app/kernel/pure';
import { Money } from '@app/kernel/pure';
import type { Counted, Named } from '../counting/counted.js';
import { sumsWithin } from '../counting/sums-within.js';

export interface Group {
  /** ID or merchant. Null for the group of parts that have none. */
  readonly key: string | null;
  readonly amount: Money;
  readonly count: number;
  readonly previous: Money;
}

export interface NamedGroup extends Group {
  readonly name: string | null;
}

/** A category with entries. Amount and count include descendants. */
export interface CategoryGroup extends NamedGroup {
  readonly parentId: string | null;
  /** Amount of the category itself, without descendants. */
  readonly own: Money;
}

export interface PeriodGroup extends Period, Omit<Group, 'key'> {}

export function groupsOf({ currency, cells }: Counted): Group[] {
  const zero = Money.zero(currency);
  const previous = new Map(cells.filter(({ period }) => period === 1).map(({ key, amount }) => [key, amount]));
  return cells
    .filter(({ period }) => period === 0)
    .map(({ key, amount, count }) => ({ key, amount, count, previous: previous.get(key) ?? zero }));
}

export function namedGroupsOf(counted: Counted): NamedGroup[] {
  const names = new Map(counted.names.map(({ id, name }) => [id, name]));
  return groupsOf(counted)
    .map((group) => ({ ...group, name: group.key === null ? null : (names.get(group.key) ?? null) }))
    .sort(byAmount);
}

/**
 * Returns the categories with entries in the period: parents before children, siblings by descending amount,
 * uncategorized last.
 */
export function categoryGroupsOf(counted: Counted): CategoryGroup[] {
  const zero = Money.zero(counted.currency);
  const known = new Set(counted.names.map(({ id }) => id));
  const children = Map.groupBy(counted.names, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  );
  const cells = new Map(counted.cells.map((cell) => [`${cell.period} ${cell.key}`, cell]));
  const branch = (category: Named): { root: CategoryGroup; all: CategoryGroup[] } => {
    const below = (children.get(category.id) ?? []).map(branch).sort((a, b) => byAmount(a.root, b.root));
    const [now, before] = [cells.get(`0 ${category.id}`), cells.get(`1 ${category.id}`)];
    const own = now?.amount ?? zero;
    const root: CategoryGroup = {
      key: category.id,
      name: category.name,
      parentId: category.parentId,
      own,
      amount: below.reduce((sum, child) => sum.add(child.root.amount), own),
      count: below.reduce((count, child) => count + child.root.count, now?.count ?? 0),
      previous: below.reduce((sum, child) => sum.add(child.root.previous), before?.amount ?? zero),
    };
    return { root, all: root.count === 0 ? [] : [root, ...below.flatMap(({ all }) => all)] };
  };
  const tree = (children.get(null) ?? []).map(branch).sort((a, b) => byAmount(a.root, b.root));
  const uncategorised = groupsOf(counted)
    .filter(({ key }) => key === null)
    .map((group) => ({ ...group, name: null, parentId: null, own: group.amount }));
  return [...tree.flatMap(({ all }) => all), ...uncategorised];
}

export function periodGroupsOf(
  counted: Counted,
  intervals: readonly Period[],
  compared: readonly Period[],
): PeriodGroup[] {
  const now = sumsWithin(counted, ({ period }) => period === 0, intervals);
  const before = sumsWithin(counted, ({ period }) => period === 1, compared);
  const zero = Money.zero(counted.currency);
  return intervals.map((interval, at) => ({ ...interval, ...now[at]!, previous: before[at]?.amount ?? zero }));
}

function byAmount(a: NamedGroup, b: NamedGroup): number {
  return b.amount.compare(a.amount) || (a.name ?? '').localeCompare(b.name ?? '', 'es') || (a.key! < b.key! ? -1 : 1);
}
