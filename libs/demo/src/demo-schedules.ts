import type { Schedules } from '@app/planning';
import type { Day } from '@app/kernel/pure';
import { addDays, formatAmount } from '@app/kernel/pure';
import type { DemoAccountKey } from './demo-accounts.js';
import type { DemoYear } from './demo-calendar.js';
import { dateOf, isLastOfMonth } from './demo-calendar.js';
import { HALF_MONTH_PAY } from './demo-income.js';
import type { DemoIds } from './demo-transaction-request.js';
import { idOf } from './demo-transaction-request.js';

type CreateScheduleRequest = Parameters<Schedules['add']>[1];

interface Monthly {
  readonly name: string;
  readonly account: DemoAccountKey;
  readonly type: 'expense' | 'transfer';
  readonly amount: bigint;
  readonly description: string;
  readonly date: number;
  readonly category?: string;
  readonly to?: DemoAccountKey;
}

const MONTHLY: readonly Monthly[] = [
  monthly('Renta', 'payroll', 13_800_00n, 'RENTA DEPTO NARVARTE', 1, 'Renta'),
  monthly('Mantenimiento', 'payroll', 1_150_00n, 'MANTENIMIENTO EDIFICIO', 2, 'Mantenimiento'),
  monthly('Teléfono e internet', 'payroll', 599_00n, 'TELMEX RECIBO', 6, 'Internet y telefonía'),
  monthly('Netflix', 'card', 299_00n, 'NETFLIX.COM', 5, 'Streaming'),
  monthly('Gastos médicos', 'card', 1_865_00n, 'GNP GASTOS MEDICOS', 7, 'Seguro médico'),
  {
    ...{ name: 'Crédito del coche', account: 'payroll', to: 'car', type: 'transfer' },
    ...{ amount: 5_480_00n, description: 'PAGO CREDITO AUTO BBVA', date: 4 },
  },
];

/** Returns schedules for the salary of each quincena and for the fixed bills, starting tomorrow. */
export function scheduleRequests({ today }: DemoYear, ids: DemoIds): CreateScheduleRequest[] {
  const { accounts, categories } = ids;
  const common = { autoPost: false, tags: [] };
  const pay = {
    ...{ name: 'Quincena', amount: formatAmount(HALF_MONTH_PAY), description: 'PAGO DE NOMINA' },
    type: 'income',
    ...{ accountId: idOf(accounts, 'payroll'), categoryId: idOf(categories, 'Nómina') },
    recurrence: { every: 'quincena', interval: 1, businessDay: 'before' },
    startDate: nextDay(today, (day) => dateOf(day) === 15 || isLastOfMonth(day)),
    match: { text: 'nomina', amountTolerance: '500.00', days: 3 },
  } as const;
  const bills = MONTHLY.map(({ account, to, category, amount, date, ...fields }) => ({
    ...{ ...common, ...fields, amount: formatAmount(amount), accountId: idOf(accounts, account) },
    toAccountId: to === undefined ? null : idOf(accounts, to),
    categoryId: category === undefined ? null : idOf(categories, category),
    recurrence: { every: 'month', interval: 1, businessDay: 'none' } as const,
    startDate: nextDay(today, (day) => dateOf(day) === date),
    match: { text: fields.description.toLowerCase(), amountTolerance: '0.00', days: 5 },
  }));
  return [{ ...common, ...pay }, ...bills];
}

function nextDay(today: Day, matches: (day: Day) => boolean): Day {
  let day = addDays(today, 1);
  while (!matches(day)) day = addDays(day, 1);
  return day;
}

function monthly(
  name: string,
  account: DemoAccountKey,
  amount: bigint,
  description: string,
  date: number,
  category: string,
): Monthly {
  return { name, account, type: 'expense', amount, description, date, category };
}
