import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DebtStatus } from './settlement.js';
import { debtDelta, settlementOf } from './settlement.js';

function statuses(debts: readonly bigint[], repaid: bigint): DebtStatus[] {
  let cumulated = 0n;
  return debts.map((amount) => settlementOf({ type: 'lent', amount, cumulated: (cumulated += amount), repaid }));
}

/** Reference implementation that applies the repayments one debt at a time. */
function distributed(debts: readonly bigint[], repaid: bigint): DebtStatus[] {
  let remaining = repaid;
  return debts.map((amount) => {
    const paid = remaining < amount ? remaining : amount;
    remaining -= paid;
    return paid === amount ? 'settled' : paid > 0n ? 'partially_settled' : 'open';
  });
}

describe('debtDelta', () => {
  it('a debt adds money paid to the contact to the balance and subtracts money received from the contact', () => {
    const changes = (['lent', 'repayment_received', 'borrowed', 'repayment_made'] as const).map((type) =>
      debtDelta(type, 25_00n),
    );

    expect(changes).toEqual([25_00n, -25_00n, -25_00n, 25_00n]);
  });
});

describe('settlementOf', () => {
  it('settles the oldest debt first', () => {
    expect(statuses([100_00n, 50_00n, 50_00n], 120_00n)).toEqual(['settled', 'partially_settled', 'open']);
  });

  it('settles debts to the exact cent', () => {
    expect(statuses([100_00n], 0n)).toEqual(['open']);
    expect(statuses([100_00n], 1n)).toEqual(['partially_settled']);
    expect(statuses([100_00n], 99_99n)).toEqual(['partially_settled']);
    expect(statuses([100_00n], 100_00n)).toEqual(['settled']);
    expect(statuses([100_00n, 1n], 100_00n)).toEqual(['settled', 'open']);
  });

  it('applies the surplus of a repayment to later debts', () => {
    expect(statuses([100_00n, 50_00n], 1_000_00n)).toEqual(['settled', 'settled']);
  });

  it('gives the same result as applying each repayment to one debt after another', () => {
    const sum = fc.bigInt({ min: 1n, max: 50n });
    fc.assert(
      fc.property(fc.array(sum, { maxLength: 12 }), fc.bigInt({ min: 0n, max: 400n }), (debts, repaid) => {
        expect(statuses(debts, repaid)).toEqual(distributed(debts, repaid));
      }),
    );
  });

  it('a repayment always has the status `applied`', () => {
    const repayment = { amount: 5n, cumulated: 5n, repaid: 0n };

    expect(settlementOf({ type: 'repayment_received', ...repayment })).toBe('applied');
    expect(settlementOf({ type: 'repayment_made', ...repayment })).toBe('applied');
  });
});
