import { describe, expect, it } from '@jest/globals';
import { drawAmount, happens, pick } from './demo-draw.js';

const labels = Array.from({ length: 10_000 }, (_, index) => `series ${index}`);

describe('demo randomness', () => {
  it('draws the same values for the same label', () => {
    expect([drawAmount('oxxo 2026-03-04', 18_00n, 165_00n, 50n), pick('oxxo 2026-03-04', ['a', 'b', 'c'])]).toEqual([
      drawAmount('oxxo 2026-03-04', 18_00n, 165_00n, 50n),
      pick('oxxo 2026-03-04', ['a', 'b', 'c']),
    ]);
  });

  it('draws every step between the bounds, including the bounds', () => {
    const drawn = labels.map((label) => drawAmount(label, 20_00n, 25_00n, 50n));
    expect(new Set(drawn)).toEqual(new Set(Array.from({ length: 11 }, (_, index) => 20_00n + BigInt(index) * 50n)));
  });

  it('draws the only possible amount if the bounds are equal', () => {
    expect(drawAmount('rent', 13_800_00n, 13_800_00n)).toBe(13_800_00n);
  });

  it('events occur about as often as their probability predicts', () => {
    const happened = labels.filter((label) => happens(label, 30)).length;
    expect(happened).toBeGreaterThan(2_800);
    expect(happened).toBeLessThan(3_200);
  });
});
