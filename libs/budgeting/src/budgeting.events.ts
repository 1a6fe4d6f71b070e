import { eventType } from '@app/kernel/pure';

interface CycleStatus {
  readonly period: { readonly start: string; readonly end: string };
  readonly spent: string;
  readonly available: string;
}

export const budgetEvents = {
  created: eventType('budget.created', 'A budget was created.'),
  updated: eventType('budget.updated', 'The amount, end, rollover or account of a budget changed.'),
  nearlySpent: eventType<CycleStatus>(
    'budget.nearly_spent',
    'Spending in the current cycle of an expense budget reached 80% of amount plus rollover.',
  ),
  overspent: eventType<CycleStatus>(
    'budget.overspent',
    'Spending in the current cycle of an expense budget exceeded amount plus rollover.',
  ),
  deleted: eventType('budget.deleted', 'A budget was deleted.'),
};
