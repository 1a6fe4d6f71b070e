import type { RecordSettlementRequest } from '@app/household';
import { addDays } from '@app/kernel/pure';
import type { DemoYear } from './demo-calendar.js';
import type { DemoTransaction } from './demo-transaction.js';

const SHARED_DAYS = 30;
const BILLS = ['Renta', 'Mantenimiento', 'Luz', 'Agua', 'Gas', 'Internet y telefonía'];
const GROCERIES = 'Supermercado';

/** Shares the bills and groceries of the last month equally. The first member pays the bills, the second the groceries. */
export function sharesOf({ today }: DemoYear, transaction: DemoTransaction, [first, second]: readonly string[]) {
  const { type, category, splits, date, trashed } = transaction;
  if (second === undefined || trashed || splits || type !== 'expense' || date <= addDays(today, -SHARED_DAYS))
    return {};
  if (category === undefined || ![...BILLS, GROCERIES].includes(category)) return {};
  const paidBy = category === GROCERIES ? second : first!;
  return { paidBy, shares: [first!, second].map((memberId) => ({ memberId, weight: 1 })) };
}

/** A payment of the second member, who owes more than this because the rent is a shared bill. */
export function demoSettlement(
  { today }: DemoYear,
  [first, second]: readonly string[],
): RecordSettlementRequest | null {
  if (second === undefined) return null;
  return { from: second, to: first!, currency: 'MXN', amount: '500.00', date: today, note: 'SPEI' };
}
