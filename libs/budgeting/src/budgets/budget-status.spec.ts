import { describe, expect, it } from '@jest/globals';
import { Money } from '@app/kernel/pure';
import { cycleAt } from './cycle.js';
import type { Plan } from './budget-status.js';
import { questionsOf, budgetStatus } from './budget-status.js';

const pesos = (minor: bigint) => Money.ofMinor(minor, 'MXN');
const serialized = (value: object): unknown => JSON.parse(JSON.stringify(value));
const aPlan = (fields: Partial<Plan> = {}): Plan => ({
  id: 'b',
  category: { id: 'c', name: 'Despensa', parentId: null },
  type: 'expense',
  schedule: { repeat: 'month', startDate: '2026-01-01', repeatUntil: null },
  amounts: [{ since: '2026-01-01', amount: pesos(1000_00n) }],
  rolloverSince: '2026-01-01',
  accountId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...fields,
});
const spending = (amount: bigint, ...unconverted: string[]) => ({ amount, unconverted });
const march = cycleAt(aPlan().schedule, 2);

describe('the status of a budget', () => {
  it('computes available as amount plus rollover minus spent', () => {
    expect(serialized(budgetStatus(aPlan(), march, spending(900_00n), spending(1850_25n)))).toEqual({
      cycle: march,
      amount: '1000.00',
      spent: '900.00',
      rollover: '149.75',
      available: '249.75',
      unconverted: [],
    });
  });

  it('the rollover can be negative', () => {
    const { rollover, available } = budgetStatus(aPlan(), march, spending(0n), spending(2500_00n));
    expect(serialized([rollover, available])).toEqual(['-500.00', '500.00']);
  });

  it('an income budget counts income as positive', () => {
    const { spent, rollover } = budgetStatus(aPlan({ type: 'income' }), march, spending(-700_00n), spending(-1500_00n));
    expect(serialized([spent, rollover])).toEqual(['700.00', '500.00']);
  });

  it('lists each transaction without an exchange rate once', () => {
    expect(budgetStatus(aPlan(), march, spending(0n, 'x', 'y'), spending(0n, 'z', 'x')).unconverted).toEqual([
      'x',
      'y',
      'z',
    ]);
  });

  it('reads the totals of the current cycle, and of all earlier cycles as one range', () => {
    expect(questionsOf(aPlan(), march)).toEqual({
      current: { categoryId: 'c', from: '2026-03-01', before: '2026-04-01' },
      earlier: { categoryId: 'c', from: '2026-01-01', before: '2026-03-01' },
    });
  });

  it.each([null, '2026-03-01', '2026-05-01'])(
    'does not read totals of earlier cycles if rolloverSince is %s',
    (rolloverSince) => {
      expect(questionsOf(aPlan({ rolloverSince }), march).earlier).toBeNull();
      expect(budgetStatus(aPlan({ rolloverSince }), march, spending(1n), null).rollover.minor).toBe(0n);
    },
  );
});
