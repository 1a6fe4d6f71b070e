import { problem } from '@app/kernel';

export const BudgetNotFound = problem(
  'BUDGET_NOT_FOUND',
  404,
  'No budget of this workspace has the id.',
  (id: string) => `There is no budget ${id}.`,
);
