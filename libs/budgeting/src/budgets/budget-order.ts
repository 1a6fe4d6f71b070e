import type { Plan } from './budget-status.js';

const SPANISH = new Intl.Collator('es-MX', { sensitivity: 'base', numeric: true });

/** Sorts budgets by category name in Spanish order, and budgets with the same name from oldest to newest. */
export function inCategoryOrder<Listed extends { readonly plan: Plan }>(budgets: readonly Listed[]): Listed[] {
  return budgets.toSorted(
    ({ plan: a }, { plan: b }) => SPANISH.compare(a.category.name, b.category.name) || (a.id < b.id ? -1 : 1),
  );
}
