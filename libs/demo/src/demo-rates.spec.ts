import { describe, expect, it } from '@jest/globals';
import { parseRate } from '@app/kernel/pure';
import { isWeekend, yearUpTo } from './demo-calendar.js';
import { demoRate, demoRates } from './demo-rates.js';

const year = yearUpTo('2026-11-20');
const rates = demoRates(year);

describe('demo rates', () => {
  it('creates dollar and euro rates for every weekday, starting a year before the first transaction', () => {
    const weekdays = year.days.filter((day) => !isWeekend(day));
    for (const quote of ['USD', 'EUR']) {
      const days = new Set(rates.filter((rate) => rate.quote === quote).map(({ day }) => day));
      expect(weekdays.filter((day) => !days.has(day))).toEqual([]);
      expect([...days].filter((day) => day < year.first)).toHaveLength(262);
    }
    expect(rates.filter(({ day }) => isWeekend(day) || day > year.today)).toEqual([]);
  });

  it('creates rates that stay within a peso of the average and change by less than 20 centavos a day', () => {
    const dollars = rates.filter(({ quote }) => quote === 'USD').map(({ rate }) => rate);
    expect(dollars.every((rate) => rate > parseRate('17.35') && rate < parseRate('19.35'))).toBe(true);
    const steps = dollars.slice(1).map((rate, index) => rate - dollars[index]!);
    expect(steps.every((step) => step < parseRate('0.2') && -step < parseRate('0.2'))).toBe(true);
  });

  it('creates rates with at most four decimals', () => {
    expect(rates.every(({ rate }) => rate % 10_000n === 0n)).toBe(true);
  });

  it('creates the same rates regardless of the creation date of the demo', () => {
    const later = demoRates(yearUpTo('2026-11-21'));
    expect(demoRate(later, 'EUR', '2026-06-10')).toBe(demoRate(rates, 'EUR', '2026-06-10'));
  });

  it('uses the rate of the previous Friday on weekends', () => {
    expect(demoRate(rates, 'USD', '2026-11-15')).toBe(demoRate(rates, 'USD', '2026-11-13'));
  });
});
