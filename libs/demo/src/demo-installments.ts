import type { Day } from '@app/kernel/pure';
import { addMonths, dayParts } from '@app/kernel/pure';
import { CARD_CUT_DATE } from './demo-accounts.js';
import type { DemoYear } from './demo-calendar.js';
import { dateOf } from './demo-calendar.js';
import type { DemoTransaction } from './demo-transaction.js';

interface Purchase {
  readonly description: string;
  readonly category: string;
  /** Months since the purchase, fewer than `months`. */
  readonly ago: number;
  readonly months: number;
  /** Monthly payment in minor units. */
  readonly part: bigint;
}

const PURCHASES: readonly Purchase[] = [
  { description: 'COPPEL REFRIGERADOR', category: 'Hogar', ago: 9, months: 18, part: 749_00n },
  { description: 'LIVERPOOL INSURGENTES COLCHON', category: 'Hogar', ago: 4, months: 12, part: 625_00n },
  { description: 'AMAZON MX LAPTOP', category: 'Libros y útiles', ago: 1, months: 6, part: 2_166_00n },
];

export function installments({ today }: DemoYear): DemoTransaction[] {
  return PURCHASES.map(({ description, category, ago, months, part }) => ({
    ...{ date: addMonths(today, -ago), account: 'card' as const, type: 'expense' as const },
    ...{ amount: part * BigInt(months), description, category, months },
  }));
}

/** Returns the amount deferred to statements after a cut-off date, in minor units. */
export function deferredOn(cutOff: Day, transactions: readonly DemoTransaction[]): bigint {
  return transactions.reduce((sum, { date, amount, months }) => {
    if (months === undefined || date > cutOff) return sum;
    const billed = Math.min(cutOffsBetween(date, cutOff), months);
    return sum + (amount / BigInt(months)) * BigInt(months - billed);
  }, 0n);
}

function cutOffsBetween(since: Day, cutOff: Day): number {
  const [year, month] = dayParts(since);
  const [lastYear, lastMonth] = dayParts(cutOff);
  return (lastYear - year) * 12 + lastMonth - month + (dateOf(since) <= CARD_CUT_DATE ? 1 : 0);
}
