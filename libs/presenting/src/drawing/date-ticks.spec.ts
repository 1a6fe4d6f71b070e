import { expect, it } from '@jest/globals';
import { dateTicks } from './date-ticks.js';

const texts = (from: string, to: string, most = 6) => dateTicks(from, to, most).map(({ text }) => text);

it('labels a short date range with equally spaced days', () => {
  expect(texts('2026-11-23', '2026-11-23')).toEqual(['23 nov']);
  expect(texts('2026-11-28', '2026-12-03')).toEqual(['28 nov', '29 nov', '30 nov', '1 dic', '2 dic', '3 dic']);
  expect(texts('2026-11-23', '2026-12-23')).toEqual(['23 nov', '29 nov', '5 dic', '11 dic', '17 dic', '23 dic']);
});

it('labels a long date range with the first days of months or years', () => {
  expect(texts('2025-11-23', '2026-11-23', 5)).toEqual(['ene 2026', 'abr 2026', 'jul 2026', 'oct 2026']);
  expect(texts('2026-01-01', '2026-06-30')).toHaveLength(6);
  expect(texts('2006-11-24', '2026-11-23')).toEqual(['2010', '2015', '2020', '2025']);
});

it('returns at most the requested number of date labels', () => {
  for (const to of ['2026-01-02', '2026-03-01', '2026-03-05', '2027-01-01', '2036-01-01', '2200-12-31']) {
    expect(texts('2026-01-01', to, 3).length).toBeLessThanOrEqual(3);
    expect(texts('2026-01-01', to, 3).length).toBeGreaterThan(0);
  }
});
