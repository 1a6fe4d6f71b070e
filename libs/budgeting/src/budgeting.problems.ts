import { notFound } from '@app/kernel/pure';

export const BudgetNotFound = notFound('BUDGET_NOT_FOUND', 'budget');
