import { notFound, problem } from '@app/kernel/pure';

export const BudgetNotFound = notFound('BUDGET_NOT_FOUND', 'budget');

export const BudgetLimitReached = problem(
  'BUDGET_LIMIT_REACHED',
  409,
  'A workspace can have at most 1,000 budgets, because forecasts compute every budget day by day. Delete an unused budget first.',
  (most: number) => `The workspace already has ${most} budgets. Delete an unused budget first.`,
  [1_000],
);
