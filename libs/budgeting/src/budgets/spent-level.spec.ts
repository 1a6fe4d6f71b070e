import { describe, expect, it } from '@jest/globals';
import { Money } from '@app/kernel/pure';
import { spentLevel } from './spent-level.js';

/** The level of a budget of so much, amount and rollover together, of which so much is spent. */
function levelOf(total: bigint, spent: bigint): number {
  return spentLevel({ spent: Money.ofMinor(spent, 'MXN'), available: Money.ofMinor(total - spent, 'MXN') });
}

describe('how far a budget is spent', () => {
  it('is told from 80 % on, and again above 100 %', () => {
    const spendings = [0n, 7_999n, 8_000n, 10_000n, 10_001n];
    expect(spendings.map((spent) => levelOf(10_000n, spent))).toEqual([0, 0, 1, 1, 2]);
  });

  it('is nothing where nothing is spent, and all where an earlier cycle took more than there is', () => {
    expect([levelOf(0n, 0n), levelOf(0n, 1n), levelOf(-100n, 0n), levelOf(-100n, -200n), levelOf(100n, -50n)]).toEqual([
      0, 2, 2, 0, 0,
    ]);
  });
});
