import type { ExportedTable } from '@app/kernel';
import { isAmount } from '@app/kernel';

export const MAX_BUDGETS = 1_000;

export const BUDGETING_TABLES: readonly ExportedTable[] = [
  {
    section: 'budgets',
    table: 'budgeting_budgets',
    maxRows: MAX_BUDGETS,
    fields: {
      id: 'id',
      categoryId: 'id',
      type: 'text',
      repeat: 'text',
      startDate: 'day',
      repeatUntil: 'day?',
      rolloverSince: 'day?',
      accountId: 'id?',
      createdAt: 'instant',
    },
    left: ['told_cycle', 'told_level'],
    order: 't.id',
    references: { categoryId: 'categories', accountId: 'accounts' },
  },
  {
    section: 'budgetAmounts',
    table: 'budgeting_amounts',
    fields: { budgetId: 'id', since: 'day', amount: 'money' },
    order: 't.budget_id, t.since',
    allowed: { amount: isAmount },
  },
];
