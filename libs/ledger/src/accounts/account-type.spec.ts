import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Money } from '@app/kernel/pure';
import { ACCOUNT_TYPES, accountTypeOf, shownBalance } from './account-type.js';

describe('account types', () => {
  it('are found by id and by systemKey, and by nothing else', () => {
    for (const type of ACCOUNT_TYPES)
      expect([accountTypeOf(type.id), accountTypeOf(type.systemKey)]).toEqual([type, type]);
    for (const other of ['', 'Efectivo', 'CASH', 'cash ', 'toString']) expect(accountTypeOf(other)).toBe(undefined);
  });

  it('have ids and keys of their own', () => {
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
  it('of an asset is the amount owned, of a liability the amount owed', () => {
    expect([
      shownBalance('asset', pesos(25_000n)).minor,
      shownBalance('liability', pesos(-25_000n)).minor,
      shownBalance('liability', pesos(500n)).minor,
    ]).toEqual([25_000n, 25_000n, -500n]);
  });

  it('converted twice is the position again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('asset' as const, 'liability' as const),
        fc.bigInt(),
        (kind, position) => shownBalance(kind, shownBalance(kind, pesos(position))).minor === position,
      ),
    );
  });
});
