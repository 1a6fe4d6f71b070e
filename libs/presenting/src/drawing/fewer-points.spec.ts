import { expect, it } from '@jest/globals';
import { fewerPoints } from './fewer-points.js';

it('a line keeps all points that stand on pixels of their own', () => {
  const places = [
    [1, 5],
    [2, 3],
    [4, 9],
  ] as const;
  expect(fewerPoints(places)).toEqual(places);
});

it('a line keeps the first, the lowest, the highest and the last of those on one pixel, in their order', () => {
  const places = [
    [10, 5],
    [10.1, 9],
    [10.2, 6],
    [10.3, 1],
    [10.4, 4],
    [11, 4],
  ] as const;
  expect(fewerPoints(places)).toEqual([
    [10, 5],
    [10.1, 9],
    [10.3, 1],
    [10.4, 4],
    [11, 4],
  ]);
});

it('a line of any length has at most four points for each pixel, and loses no peak', () => {
  const places = Array.from({ length: 100_000 }, (_, at) => [at / 200, at === 54_321 ? -7 : at % 13] as const);
  const kept = fewerPoints(places);
  expect(kept.length).toBeLessThanOrEqual(4 * 501);
  expect(Math.min(...kept.map(([, y]) => y))).toBe(-7);
});
