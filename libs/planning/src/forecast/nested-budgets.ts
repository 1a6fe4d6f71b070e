import type { Day } from '@app/kernel/pure';
import { dayNumber, Money } from '@app/kernel/pure';
import type { BudgetInCycle, Plan } from '@app/budgeting';
import { DailyAmounts } from './daily-amounts.js';
import type { CycleRest } from './forecast.js';
import { spread } from './forecast.js';

/** Categories by root category. Each set includes the root and its descendants. */
type Subtrees = ReadonlyMap<string, ReadonlySet<string>>;

/** True if the category of a budget is equal to, or an ancestor of, the category of another budget. */
export function areNested(plans: readonly Plan[], subtrees: Subtrees): boolean {
  const categories = new Set(plans.map(({ category }) => category.id));
  const contains = (root: string) => [...(subtrees.get(root) ?? [])].some((id) => id !== root && categories.has(id));
  return categories.size < plans.length || [...categories].some(contains);
}

/** Sorts budgets so that subcategories come before their parents, and shorter cycles before longer ones. */
export function narrowestFirst(budgets: readonly BudgetInCycle[][], subtrees: Subtrees): BudgetInCycle[][] {
  const size = ([first]: BudgetInCycle[]) => subtrees.get(first!.plan.category.id)?.size ?? 0;
  const days = ([first]: BudgetInCycle[]) => dayNumber(first!.status.cycle.end) - dayNumber(first!.status.cycle.start);
  return budgets.toSorted((a, b) => size(a) - size(b) || days(a) - days(b));
}

/**
 * Amounts that budgets plan to spend on each day. An amount counts in its category and in every ancestor that has a
 * budget.
 */
export class PlannedDays {
  private readonly byCategory = new Map<string, DailyAmounts>();
  private readonly rootsOf = new Map<string, string[]>();

  /** @param last last day for which amounts are needed */
  constructor(
    subtrees: Subtrees,
    private readonly today: Day,
    private readonly last: Day,
  ) {
    for (const [root, ids] of subtrees) {
      for (const id of ids) this.rootsOf.set(id, [...(this.rootsOf.get(id) ?? []), root]);
    }
  }

  add(rest: CycleRest): void {
    const { type, category } = rest.plan;
    const shares = spread(rest.amount, rest, this.today, this.last);
    for (const root of this.rootsOf.get(category.id) ?? []) {
      const days = this.byCategory.get(`${type} ${root}`) ?? new DailyAmounts(rest.amount.currency);
      for (const { date, amount } of shares) days.add(date, amount);
      this.byCategory.set(`${type} ${root}`, days);
    }
  }

  /** Returns the amount that narrower budgets of the same type plan to spend in a cycle. */
  within({ type, category, amounts }: Plan, cycle: { readonly start: Day; readonly end: Day }): Money {
    const days = this.byCategory.get(`${type} ${category.id}`);
    return days?.within(cycle) ?? Money.zero(amounts[0]!.amount.currency);
  }
}
