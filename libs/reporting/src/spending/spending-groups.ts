import type { Period } from '@app/kernel/pure';
import { Money } from '@app/kernel/pure';
import type { Counted } from '../counting/counted.js';
import { sumsWithin } from '../counting/sums-within.js';

export interface Group {
  /** ID or merchant; null for the group without one. */
  readonly key: string | null;
  readonly amount: Money;
  readonly count: number;
  readonly previous: Money;
}

export interface NamedGroup extends Group {
  readonly name: string | null;
}

/** Category with transactions. The amount and the count include its descendants. */
export interface CategoryGroup extends NamedGroup {
  readonly parentId: string | null;
  /** Amount without descendants. */
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
 * Returns the categories with transactions in the period. Parents come before their children, and siblings are sorted
 * by descending amount. The uncategorized amount is last.
 */
export function categoryGroupsOf(counted: Counted): CategoryGroup[] {
  const zero = Money.zero(counted.currency);
  const known = new Set(counted.names.map(({ id }) => id));
  const parentOf = ({ parentId }: { readonly parentId: string | null }) =>
    parentId !== null && known.has(parentId) ? parentId : null;
  const children = Map.groupBy(counted.names, parentOf);
  const cells = new Map(counted.cells.map((cell) => [`${cell.period} ${cell.key}`, cell]));
  const groups = new Map<string, CategoryGroup>();
  for (const { id, name, parentId } of parentsFirst(children, ({ id }) => id).reverse()) {
    const [now, before] = [cells.get(`0 ${id}`), cells.get(`1 ${id}`)];
    const below = (children.get(id) ?? []).map((child) => groups.get(child.id)!);
    const own = now?.amount ?? zero;
    groups.set(id, {
      ...{ key: id, name, parentId, own },
      amount: below.reduce((sum, child) => sum.add(child.amount), own),
      count: below.reduce((count, child) => count + child.count, now?.count ?? 0),
      previous: below.reduce((sum, child) => sum.add(child.previous), before?.amount ?? zero),
    });
  }
  const sorted = Map.groupBy([...groups.values()].sort(byAmount), parentOf);
  const tree = parentsFirst(sorted, ({ key }) => key!).filter(({ count }) => count > 0);
  const uncategorised = groupsOf(counted)
    .filter(({ key }) => key === null)
    .map((group) => ({ ...group, name: null, parentId: null, own: group.amount }));
  return [...tree, ...uncategorised];
}

/**
 * Sorts nodes so that parents come before their children. Uses a stack, because recursion could overflow in a deep
 * tree.
 */
function parentsFirst<Node>(
  children: ReadonlyMap<string | null, readonly Node[]>,
  idOf: (node: Node) => string,
): Node[] {
  const ordered: Node[] = [];
  const pending = [...(children.get(null) ?? [])].reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    ordered.push(next);
    pending.push(...(children.get(idOf(next)) ?? []).toReversed());
  }
  return ordered;
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
