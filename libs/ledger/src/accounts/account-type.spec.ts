import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Money } from '@app/kernel/pure';
import { ACCOUNT_TYPES, accountTypeOf, shownBalance } from './account-type.js';

describe('account types', () => {
  it('finds an account type only by its ID or systemKey', () => {
    for (const type of ACCOUNT_TYPES)
      expect([accountTypeOf(type.id), accountTypeOf(type.systemKey)]).toEqual([type, type]);
    for (const key of ['', 'Efectivo', 'CASH', 'cash ', 'toString']) expect(accountTypeOf(key)).toBe(undefined);
  });

  it('every account type has a unique ID and systemKey', () => {
    expect(new Set(ACCOUNT_TYPES.flatMap(({ id, systemKey }) => [id, systemKey])).size).toBe(24);
    expect(ACCOUNT_TYPES.filter(({ kind }) => kind === 'liability').map(({ systemKey }) => systemKey)).toEqual([
      'credit_card',
      'loan',
      'mortgage',
      'other_liability',
    ]);
  });
});

const pesos = (minor: bigint) => Money.ofMinor(minor, 'MXN');

describe('the displayed balance', () => {
  it('displays the amount owned for an asset and the amount owed for a liability', () => {
    expect([
      shownBalance('asset', pesos(25_000n)).minor,
      shownBalance('liability', pesos(-25_000n)).minor,
      shownBalance('liability', pesos(500n)).minor,
    ]).toEqual([25_000n, 25_000n, -500n]);
  });

  it('converts a displayed balance to the position', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('asset' as const, 'liability' as const),
        fc.bigInt(),
        (kind, position) => shownBalance(kind, shownBalance(kind, pesos(position))).minor === position,
      ),
    );
  });
});
