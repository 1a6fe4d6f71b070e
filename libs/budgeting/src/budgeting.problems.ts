import { notFound } from '@app/kernel';

export const BudgetNotFound = notFound('BUDGET_NOT_FOUND', 'budget');
