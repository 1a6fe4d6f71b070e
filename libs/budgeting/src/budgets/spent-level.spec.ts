import { describe, expect, it } from '@jest/globals';
import { Money } from '@app/kernel/pure';
import { spentLevel } from './spent-level.js';

/** @param total amount plus rollover */
function levelOf(total: bigint, spent: bigint): number {
  return spentLevel({ spent: Money.ofMinor(spent, 'MXN'), available: Money.ofMinor(total - spent, 'MXN') });
}

describe('the spent level of a budget', () => {
  it('the spent level is 1 from 80 % and 2 above 100 %', () => {
    const spendings = [0n, 7_999n, 8_000n, 10_000n, 10_001n];
    expect(spendings.map((spent) => levelOf(10_000n, spent))).toEqual([0, 0, 1, 1, 2]);
  });

  it('the spent level is 0 if nothing is spent, unless a negative rollover already exceeds the amount', () => {
    expect([levelOf(0n, 0n), levelOf(0n, 1n), levelOf(-100n, 0n), levelOf(-100n, -200n), levelOf(100n, -50n)]).toEqual([
      0, 2, 2, 0, 0,
    ]);
  });
});
