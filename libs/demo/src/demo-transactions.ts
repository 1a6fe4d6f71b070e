import type { DatedRate } from '@app/fx';
import { bills } from './demo-bills.js';
import type { DemoYear } from './demo-calendar.js';
import { debts } from './demo-debts.js';
import { income } from './demo-income.js';
import { installments } from './demo-installments.js';
import { oddities } from './demo-oddities.js';
import { shopping } from './demo-shopping.js';
import type { DemoTransaction } from './demo-transaction.js';
import { transfers } from './demo-transfers.js';

/** Generates a year of transactions, about 1,400, for a household in Mexico City, oldest first. */
export function demoTransactions(year: DemoYear, rates: readonly DatedRate[]): DemoTransaction[] {
  const spentAndEarned = [income, bills, shopping, installments, debts, oddities].flatMap((generate) => generate(year));
  const all = [...spentAndEarned, ...transfers(year, spentAndEarned, rates)];
  return all.sort((a, b) => a.date.localeCompare(b.date));
}
