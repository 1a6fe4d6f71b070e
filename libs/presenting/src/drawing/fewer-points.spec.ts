import { expect, it } from '@jest/globals';
import { fewerPoints } from './fewer-points.js';

it('keeps all points whose pixels differ', () => {
  const places = [
    [1, 5],
    [2, 3],
    [4, 9],
  ] as const;
  expect(fewerPoints(places)).toEqual(places);
});

it('keeps the first, lowest, highest and last point of a pixel in their order', () => {
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

it('keeps at most four points per pixel and all peaks', () => {
  const places = Array.from({ length: 100_000 }, (_, at) => [at / 200, at === 54_321 ? -7 : at % 13] as const);
  const points = fewerPoints(places);
  expect(points.length).toBeLessThanOrEqual(4 * 501);
  expect(Math.min(...points.map(([, y]) => y))).toBe(-7);
});
