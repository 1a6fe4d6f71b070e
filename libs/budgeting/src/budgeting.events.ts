import { eventType } from '@app/kernel/pure';

/** The state of a budget in a cycle. */
interface CycleStatus {
  readonly period: { readonly start: string; readonly end: string };
  readonly spent: string;
  readonly available: string;
}

/** What is announced of budgets. Source: contract section 16. */
export const budgetEvents = {
  created: eventType('budget.created', 'A budget was planned.'),
  updated: eventType('budget.updated', 'A budget has another amount, end, rollover or account.'),
  nearlySpent: eventType<CycleStatus>(
    'budget.nearly_spent',
    'Of a budget of expenses 80 % of amount and rollover are spent in the cycle that contains today.',
  ),
  overspent: eventType<CycleStatus>(
    'budget.overspent',
    'Of a budget of expenses more than amount and rollover is spent in the cycle that contains today.',
  ),
  deleted: eventType('budget.deleted', 'A budget was deleted.'),
};
