import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, Money } from '@app/kernel/pure';
import { CardCalendar } from './card-calendar.js';
import type { InstallmentPlan } from './installment-parts.js';
import { deferredAt, equalParts, MAX_MONTHS, partsOf } from './installment-parts.js';

const calendar = new CardCalendar({ cutOffDay: 7, paymentDays: 20 });
const pesos = (minor: bigint) => Money.ofMinor(minor, 'MXN');
const minorOf = ({ minor }: Money) => minor;
const plan = (fields: Partial<InstallmentPlan> = {}): InstallmentPlan => ({
  ...{ date: '2026-10-07', amount: pesos(10_000n), months: 3, endedOn: null, ...fields },
});

const deferred = (plans: InstallmentPlan[], cardCalendar = calendar) =>
  new Map([...deferredAt(plans, cardCalendar)].map(([cutOff, { minor }]) => [cutOff, minor]));

const SEED = 20261123;

describe('equal parts of an amount', () => {
  it('rounds equal parts down and adds the remainder to the last one', () => {
    expect(equalParts(pesos(10_000n), 3).map(minorOf)).toEqual([3_333n, 3_333n, 3_334n]);
    expect(equalParts(pesos(5n), 6).map(minorOf)).toEqual([0n, 0n, 0n, 0n, 0n, 5n]);
  });

  it('equal parts add up to the amount, and the remainder is less than a cent per part', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), fc.integer({ min: 2, max: MAX_MONTHS }), (amount, months) => {
        const parts = equalParts(pesos(amount), months).map(minorOf);
        expect(parts.reduce((sum, part) => sum + part)).toBe(amount);
        expect(parts).toHaveLength(months);
        expect(parts.at(-1)! - parts[0]! < BigInt(months)).toBe(true);
      }),
      { seed: SEED },
    );
  });
});

describe('the installments of a plan', () => {
  it('an installment plan starts in the statement of the purchase and bills one part per statement', () => {
    const cutOffs = (date: string) => partsOf(plan({ date }), calendar).map(({ period }) => period.cutOff);
    expect(cutOffs('2026-10-07')).toEqual(['2026-10-07', '2026-11-07', '2026-12-07']);
    expect(cutOffs('2026-10-08')).toEqual(['2026-11-07', '2026-12-07', '2027-01-07']);
  });

  it('an installment is deferred until its statement starts', () => {
    expect([...deferred([plan(), plan({ amount: pesos(600n), months: 2 })], calendar)]).toEqual([
      ['2026-10-07', 6_667n + 300n],
      ['2026-11-07', 3_334n],
    ]);
  });

  it('no installment is deferred after the plan has ended', () => {
    expect([...deferred([plan({ endedOn: '2026-10-08' })], calendar)]).toEqual([['2026-10-07', 6_667n]]);
    expect([...deferred([plan({ endedOn: '2026-10-07' })], calendar)]).toEqual([]);
  });

  it('billed parts plus the deferred amount equal the purchase at every cut-off', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 12n),
        fc.integer({ min: 2, max: MAX_MONTHS }),
        fc.integer({ min: 0, max: 9_000 }),
        fc.integer({ min: 1, max: 31 }),
        (amount, months, days, cutOffDay) => {
          const own = new CardCalendar({ cutOffDay, paymentDays: 20 });
          const purchase = plan({ amount: pesos(amount), months, date: addDays('2010-01-01', days) });
          const left = deferred([purchase], own);
          let billed = 0n;
          for (const part of partsOf(purchase, own)) {
            billed += part.amount.minor;
            expect(billed + (left.get(part.period.cutOff) ?? 0n)).toBe(amount);
          }
        },
      ),
      { seed: SEED },
    );
  });
});
