/**
 * Independent model of budgets, as simple as possible. Computes every figure with a loop over all transactions, and
 * finds every cycle by stepping from the first one. Shares no code with the service. Amounts are in cents. Rates are
 * scaled by 10^8.
 */

import { written } from '../e2e/support/amounts.js';

export interface ModelCategory {
  readonly id: string;
  name: string;
  readonly kind: 'expense' | 'income';
  parent: string | null;
}

export interface ModelPart {
  readonly type: string;
  readonly amount: bigint;
  category: string | null;
}

export interface ModelTransaction {
  readonly id: string;
  account: string;
  type: string;
  date: string;
  amount: bigint;
  category: string | null;
  parts: ModelPart[];
  trashedOn: string | null;
  readonly importId: string | null;
}

export interface ModelAccount {
  readonly id: string;
  readonly currency: string;
  fixedRate: bigint | null;
}

export interface ModelBudget {
  readonly id: string;
  category: string;
  readonly type: 'expense' | 'income';
  readonly repeat: string;
  readonly start: string;
  until: string | null;
  readonly amounts: { givenOn: string; amount: bigint }[];
  rollsFrom: string | null;
}

export interface ModelCycle {
  readonly start: string;
  readonly end: string;
}

export interface ModelStanding {
  readonly period: ModelCycle;
  readonly amount: string;
  readonly spent: string;
  readonly rollover: string;
  readonly available: string;
  readonly unconverted: string[];
}

const SCALE = 10n ** 8n;

export function halfEven(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n) return -halfEven(-dividend, divisor);
  const [quotient, rest] = [dividend / divisor, dividend % divisor];
  if (rest * 2n < divisor) return quotient;
  if (rest * 2n > divisor) return quotient + 1n;
  return quotient % 2n === 0n ? quotient : quotient + 1n;
}

export function later(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

export class BudgetModel {
  base = 'MXN';
  today: string;
  categories: ModelCategory[] = [];
  transactions: ModelTransaction[] = [];
  budgets: ModelBudget[] = [];
  readonly accounts: ModelAccount[] = [];
  /** Exchange rates, each valid from its day. `rate` is the value of one unit in MXN. */
  readonly rates: { currency: string; day: string; rate: bigint }[] = [];

  constructor(today: string) {
    this.today = today;
  }

  /**
   * Returns the rate into the base currency on a day: the rate of the pair, the inverse of the opposite pair, or the
   * cross rate through MXN. Returns null if unknown.
   */
  rateOn(currency: string, base: string, day: string): bigint | null {
    if (currency === base) return SCALE;
    const direct = (code: string) =>
      this.rates.filter((rate) => rate.currency === code && rate.day <= day).sort((a, b) => (a.day < b.day ? 1 : -1))[0]
        ?.rate ?? null;
    if (base === 'MXN') return direct(currency);
    const ofBase = direct(base);
    if (ofBase === null) return null;
    const inverse = halfEven(SCALE * SCALE, ofBase);
    if (currency === 'MXN') return inverse;
    const near = direct(currency);
    return near === null ? null : halfEven(near * inverse, SCALE);
  }

  private baseRate(transaction: ModelTransaction): bigint | null {
    const account = this.accounts.find(({ id }) => id === transaction.account)!;
    return account.fixedRate ?? this.rateOn(account.currency, this.base, transaction.date);
  }

  /** Returns the splits, or the whole transaction, in the base currency. Amounts are null if the rate is unknown. */
  private counted(transaction: ModelTransaction): { category: string | null; type: string; amount: bigint | null }[] {
    const rate = this.baseRate(transaction);
    const worth = (amount: bigint) => (rate === null ? null : halfEven(amount * rate, SCALE));
    if (transaction.parts.length === 0) {
      return [{ category: transaction.category, type: transaction.type, amount: worth(transaction.amount) }];
    }
    let left = worth(transaction.amount);
    return transaction.parts.map(({ type, amount, category }, at) => {
      const own = at === transaction.parts.length - 1 ? left : worth(amount);
      if (left !== null) left -= own!;
      return { category, type, amount: own };
    });
  }

  private isUnder(category: string | null, root: string): boolean {
    for (let at = category; at !== null; at = this.categories.find(({ id }) => id === at)!.parent) {
      if (at === root) return true;
    }
    return false;
  }

  private spent(budget: ModelBudget, { start, end }: ModelCycle): { sum: bigint; unconverted: string[] } {
    let sum = 0n;
    const unconverted: string[] = [];
    for (const transaction of this.transactions) {
      if (transaction.trashedOn !== null || transaction.date < start || transaction.date > end) continue;
      for (const { category, type, amount } of this.counted(transaction)) {
        if ((type !== 'expense' && type !== 'income') || !this.isUnder(category, budget.category)) continue;
        if (amount === null) unconverted.push(transaction.id);
        else sum += type === budget.type ? amount : -amount;
      }
    }
    return { sum, unconverted };
  }

  private cycle({ repeat, start, until }: ModelBudget, n: number): ModelCycle {
    if (repeat === 'week' || repeat === 'two_weeks') {
      const days = repeat === 'week' ? 7 : 14;
      return { start: later(start, n * days), end: later(start, (n + 1) * days - 1) };
    }
    const step = repeat === 'year' ? 12 : 1;
    const [year, month, date] = start.split('-').map(Number) as [number, number, number];
    const begin = (steps: number) => {
      const length = new Date(Date.UTC(year, month - 1 + steps + 1, 0)).getUTCDate();
      return new Date(Date.UTC(year, month - 1 + steps, Math.min(date, length))).toISOString().slice(0, 10);
    };
    if (repeat === 'once' && until !== null) return { start, end: until };
    return { start: begin(n * step), end: later(begin((n + 1) * step), -1) };
  }

  private cyclesUpTo(budget: ModelBudget, day: string): ModelCycle[] {
    const cycles = [this.cycle(budget, 0)];
    if (budget.repeat === 'once') return cycles;
    for (let n = 1; ; n += 1) {
      const next = this.cycle(budget, n);
      if (next.start > day || (budget.until !== null && next.start > budget.until)) return cycles;
      cycles.push(next);
    }
  }

  nearest(budget: ModelBudget, day: string): ModelCycle {
    return this.cyclesUpTo(budget, day).at(-1)!;
  }

  runsOn(budget: ModelBudget, day: string): boolean {
    const { start, end } = this.nearest(budget, day);
    return start <= day && day <= end;
  }

  /** Returns the latest amount that was set before the cycle ended. */
  amountOf({ amounts }: ModelBudget, { end }: ModelCycle): bigint {
    return amounts.filter(({ givenOn }, at) => at === 0 || givenOn <= end).at(-1)!.amount;
  }

  standing(budget: ModelBudget, day: string): ModelStanding {
    const cycles = this.cyclesUpTo(budget, day);
    const period = cycles.pop()!;
    const { sum: spent, unconverted } = this.spent(budget, period);
    let rollover = 0n;
    for (const earlier of cycles) {
      if (budget.rollsFrom === null || earlier.start < budget.rollsFrom) continue;
      const { sum, unconverted: missing } = this.spent(budget, earlier);
      rollover += this.amountOf(budget, earlier) - sum;
      unconverted.push(...missing);
    }
    const amount = this.amountOf(budget, period);
    return {
      period,
      amount: written(amount),
      spent: written(spent),
      rollover: written(rollover),
      available: written(amount + rollover - spent),
      unconverted: [...new Set(unconverted)].sort(),
    };
  }

  /** Converts budget amounts and fixed rates at today's rate. A converted value is at least the smallest unit. */
  rebase(to: string): void {
    const rate = this.rateOn(this.base, to, this.today)!;
    const converted = (amount: bigint, least: bigint) => {
      const worth = halfEven(amount * rate, SCALE);
      return worth < least ? least : worth;
    };
    for (const { amounts } of this.budgets) for (const entry of amounts) entry.amount = converted(entry.amount, 1n);
    for (const account of this.accounts) {
      if (account.fixedRate !== null) account.fixedRate = converted(account.fixedRate, 1n);
    }
    this.base = to;
  }
}
