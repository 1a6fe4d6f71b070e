import type { Day } from '@app/kernel/pure';
import { dayNumber, Money } from '@app/kernel/pure';
import type { BudgetInCycle, Plan } from '@app/budgeting';
import type { CycleRest } from './forecast.js';
import { spread } from './forecast.js';

/** Maps a category to its subtree, including the category. */
type Subtrees = ReadonlyMap<string, ReadonlySet<string>>;

/** True if the category of one budget is the category of another or contains it. */
export function areNested(plans: readonly Plan[], subtrees: Subtrees): boolean {
  const categories = new Set(plans.map(({ category }) => category.id));
  const contains = (root: string) => [...categories].some((id) => id !== root && subtrees.get(root)?.has(id));
  return categories.size < plans.length || [...categories].some(contains);
}

/** Orders budgets so that subcategories come before their parents, and shorter cycles before longer ones. */
export function narrowestFirst(budgets: readonly BudgetInCycle[][], subtrees: Subtrees): BudgetInCycle[][] {
  const size = ([first]: BudgetInCycle[]) => subtrees.get(first!.plan.category.id)?.size ?? 0;
  const days = ([first]: BudgetInCycle[]) => dayNumber(first!.status.cycle.end) - dayNumber(first!.status.cycle.start);
  return budgets.toSorted((a, b) => size(a) - size(b) || days(a) - days(b));
}

export class PlannedDays {
  private readonly byCategory = new Map<string, Map<Day, Money>>();

  constructor(
    private readonly subtrees: Subtrees,
    private readonly today: Day,
  ) {}

  add(rest: CycleRest): void {
    const { type, category } = rest.plan;
    const shares = spread(rest.amount, rest, this.today);
    for (const [root, ids] of this.subtrees) {
      if (!ids.has(category.id)) continue;
      const days = this.byCategory.get(`${type} ${root}`) ?? new Map<Day, Money>();
      for (const { date, amount } of shares) days.set(date, days.get(date)?.add(amount) ?? amount);
      this.byCategory.set(`${type} ${root}`, days);
    }
  }

  /** Returns the amount that narrower budgets of the same type plan to spend within a cycle. */
  within({ type, category, amounts }: Plan, { start, end }: { readonly start: Day; readonly end: Day }): Money {
    const days = [...(this.byCategory.get(`${type} ${category.id}`) ?? [])];
    const taken = days.filter(([date]) => date >= start && date <= end).map(([, amount]) => amount);
    return Money.sum(taken, amounts[0]!.amount.currency);
  }
}
