import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, dayNumber, dayParts, lengthOfMonth, Money } from '@app/kernel/pure';
import type { Funding, Plan } from './funding.js';
import { FUNDING_FREQUENCIES, fundingUpTo, paceOf, partPer } from './funding.js';

const money = (text: string) => Money.parse(text, 'MXN');
const funding = (fields: Partial<Funding> = {}): Funding => {
  return { every: 'quincena', amount: money('100.00'), from: '2026-11-01', ...fields };
};
const plan = (fields: Partial<Plan> = {}): Plan => {
  return { remaining: money('400.00'), targetDate: '2026-12-31', funding: funding(), isFundedToday: false, ...fields };
};
const shown = (one: Plan, today: string) => {
  const { perPeriod, ...pace } = paceOf(one, today);
  return { ...pace, perPeriod: perPeriod?.toString() ?? null };
};

const someFunding = fc.record({
  every: fc.constantFrom(...FUNDING_FREQUENCIES),
  amount: fc.bigInt({ min: 20_00n, max: 1_000_00n }).map((minor) => Money.ofMinor(minor, 'MXN')),
  from: fc.integer({ min: 0, max: 800 }).map((days) => addDays('2025-12-20', days)),
});
const somePlan = fc.record({
  remaining: fc.bigInt({ min: 1n, max: 20_000_00n }).map((minor) => Money.ofMinor(minor, 'MXN')),
  targetDate: fc.integer({ min: 0, max: 900 }).map((days) => addDays('2026-01-15', days)),
  funding: someFunding,
  isFundedToday: fc.boolean(),
});
const someDay = fc.integer({ min: 0, max: 700 }).map((days) => addDays('2026-01-20', days));

describe('the pace of a goal', () => {
  it('counts the pay days from today to the target date, including both days', () => {
    expect(shown(plan(), '2026-11-15')).toEqual({
      ...{ periodsLeft: 4, perPeriod: '100.00', expectedOn: '2026-12-31', isBehind: false },
    });
    expect(shown(plan(), '2026-11-16')).toMatchObject({ periodsLeft: 3, perPeriod: '133.34', isBehind: true });
  });

  it('does not count today as a pay day after money has been set aside today', () => {
    const funded = plan({ isFundedToday: true });
    expect(shown(funded, '2026-11-15')).toMatchObject({ periodsLeft: 3, expectedOn: '2027-01-15' });
    expect(shown(funded, '2026-11-14')).toMatchObject({ periodsLeft: 4 });
  });

  it('perPeriod is the whole remaining amount if no pay day is left', () => {
    expect(shown(plan({ targetDate: '2026-11-10' }), '2026-11-11')).toMatchObject({
      ...{ periodsLeft: 0, perPeriod: '400.00', isBehind: true },
    });
    expect(shown(plan({ targetDate: '2026-11-10', remaining: money('0') }), '2026-11-11')).toMatchObject({
      ...{ periodsLeft: 0, perPeriod: '0.00', isBehind: false, expectedOn: null },
    });
  });

  it('a goal without funding is behind only after its target date', () => {
    const without = plan({ funding: null });
    expect(shown(without, '2026-12-31')).toMatchObject({ isBehind: false, perPeriod: null, periodsLeft: null });
    expect(shown(without, '2027-01-01')).toMatchObject({ isBehind: true });
    expect(shown(plan({ funding: null, targetDate: null }), '2027-01-01')).toMatchObject({ isBehind: false });
  });

  it('monthly pay days fall on the last day of shorter months and then return to their original day', () => {
    const monthly = plan({ funding: funding({ every: 'month', from: '2026-01-31' }), remaining: money('200.00') });
    expect(shown(monthly, '2026-02-01').expectedOn).toBe('2026-03-31');
    expect(fundingUpTo(monthly, '2026-02-01', '2026-12-31').map(({ date }) => date)).toEqual([
      ...['2026-02-28', '2026-03-31'],
    ]);
  });

  it('expectedOn is null if the funding would take centuries to reach the target', () => {
    const far = plan({ remaining: money('9999999999999.99'), funding: funding({ amount: money('0.01') }) });
    expect(shown(far, '2026-11-15').expectedOn).toBeNull();
  });

  it('partPer rounds up to the cent, so that only the last parts can be smaller', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 1, max: 400 }), (minor, periods) => {
        const whole = Money.ofMinor(minor, 'MXN');
        const part = partPer(whole, periods);
        let left = whole;
        for (let at = 0; at < periods; at += 1) left = left.subtract(left.min(part));
        expect(left.isZero).toBe(true);
        expect((part.minor - 1n) * BigInt(periods) < minor || minor === 0n).toBe(true);
      }),
    );
  });

  it('finds the same pay days as a loop over every day of the calendar', () => {
    const isPayDay = ({ every, from }: Funding, day: string): boolean => {
      if (day < from) return false;
      const [year, month, date] = dayParts(day);
      const last = lengthOfMonth(year, month);
      if (every === 'quincena') return date === 15 || date === last;
      if (every === 'month') return date === Math.min(dayParts(from)[2], last);
      return (dayNumber(day) - dayNumber(from)) % (every === 'week' ? 7 : 14) === 0;
    };
    fc.assert(
      fc.property(somePlan, someDay, (one, today) => {
        const payDays: string[] = [];
        for (let day = today; day <= one.targetDate; day = addDays(day, 1)) {
          if (isPayDay(one.funding, day) && !(one.isFundedToday && day === today)) payDays.push(day);
        }
        expect(paceOf(one, today).periodsLeft).toBe(payDays.length);
        const paid = fundingUpTo(one, today, one.targetDate);
        expect(paid.map(({ date }) => date)).toEqual(payDays.slice(0, paid.length));
      }),
    );
  });

  it('expectedOn is the pay day on which the funding reaches the target', () => {
    fc.assert(
      fc.property(somePlan, someDay, (one, today) => {
        const { expectedOn, isBehind } = paceOf(one, today);
        const amounts = fundingUpTo(one, today, expectedOn!);
        expect(amounts.at(-1)!.date).toBe(expectedOn);
        expect(
          Money.sum(
            amounts.map(({ amount }) => amount),
            'MXN',
          ).equals(one.remaining),
        ).toBe(true);
        expect(isBehind).toBe(expectedOn! > one.targetDate);
      }),
    );
  });
});
