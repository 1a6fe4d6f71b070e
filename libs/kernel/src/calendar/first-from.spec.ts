import { expect, it } from '@jest/globals';
import { firstFrom } from './first-from.js';

it('finds the first element from a value on, also if it occurs twice, is missing or is beyond the last', () => {
  const days = ['2026-01-01', '2026-01-03', '2026-01-03', '2026-01-05'];
  const found = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-05', '2026-01-06'];
  expect(found.map((day) => firstFrom(days, day))).toEqual([0, 0, 1, 1, 3, 4]);
  expect(firstFrom([], 1)).toBe(0);
});
