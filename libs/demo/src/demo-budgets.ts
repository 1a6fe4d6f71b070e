import type { Budgets } from '@app/budgeting';
import type { Day } from '@app/kernel/pure';
import { addDays, addMonths, firstOfMonth } from '@app/kernel/pure';
import type { DemoAccountKey } from './demo-accounts.js';
import type { DemoYear } from './demo-calendar.js';
import type { DemoIds } from './demo-transaction-request.js';

type CreateBudgetRequest = Parameters<Budgets['create']>[1];

/** Budget that starts on the first of the month, `monthsAgo` months before the current month. */
interface DemoBudget {
  readonly category: string;
  readonly amount: string;
  readonly repeat: CreateBudgetRequest['repeat'];
  readonly monthsAgo: number;
  readonly lastsMonths?: number;
  readonly rollover?: true;
  readonly account?: DemoAccountKey;
}

const DEMO_BUDGETS: readonly DemoBudget[] = [
  { category: 'Alimentación', amount: '13800.00', repeat: 'month', monthsAgo: 10, rollover: true },
  { category: 'Transporte', amount: '3800.00', repeat: 'month', monthsAgo: 10 },
  { category: 'Servicios', amount: '3200.00', repeat: 'month', monthsAgo: 6, rollover: true, account: 'payroll' },
  { category: 'Vivienda', amount: '15500.00', repeat: 'month', monthsAgo: 10, account: 'payroll' },
  { category: 'Entretenimiento', amount: '650.00', repeat: 'month', monthsAgo: 4, rollover: true, account: 'card' },
  { category: 'Salud', amount: '36000.00', repeat: 'year', monthsAgo: 10 },
  { category: 'Impuestos', amount: '8000.00', repeat: 'year', monthsAgo: 10 },
  { category: 'Compras', amount: '12000.00', repeat: 'once', monthsAgo: 1, lastsMonths: 3 },
  { category: 'Sueldo', amount: '54500.00', repeat: 'month', monthsAgo: 10, account: 'payroll' },
  { category: 'Rendimientos', amount: '12000.00', repeat: 'year', monthsAgo: 10 },
];

export function budgetRequests({ today }: DemoYear, ids: DemoIds): CreateBudgetRequest[] {
  return DEMO_BUDGETS.map(({ category, amount, repeat, monthsAgo, lastsMonths, rollover, account }) => {
    const startDate = addMonths(firstOfMonth(today), -monthsAgo);
    return {
      categoryId: ids.categories.get(category)!,
      amount,
      repeat,
      startDate,
      repeatUntil: lastsMonths === undefined ? null : lastDay(startDate, lastsMonths),
      rolloverEnabled: rollover ?? false,
      accountId: account === undefined ? null : ids.accounts.get(account)!,
    };
  });
}

function lastDay(startDate: Day, months: number): Day {
  return addDays(addMonths(startDate, months), -1);
}
