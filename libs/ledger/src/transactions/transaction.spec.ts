import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Money } from '@app/kernel/pure';
import type { Movement, Split, TransactionFields } from './transaction.js';
import {
  changed,
  changesHoldings,
  differences,
  faultsOf,
  keptToAmount,
  movementsOf,
  received,
  imbalance,
} from './transaction.js';

const aSplit = (fields: Partial<Split> = {}): Split => ({
  amount: 100n,
  type: 'expense',
  categoryId: null,
  contactId: null,
  notes: null,
  ...fields,
});
const aTransaction = (fields: Partial<TransactionFields> = {}): TransactionFields => ({
  type: 'expense',
  accountId: 'account',
  date: '2026-03-07',
  description: 'Tacos',
  amount: 2500n,
  currency: null,
  categoryId: null,
  contactId: null,
  toAccountId: null,
  toAmount: null,
  notes: null,
  externalId: null,
  goalId: null,
  paidBy: null,
  shares: [],
  splits: [],
  tags: [],
  ...fields,
});
const pointers = (fields: Partial<TransactionFields>) => faultsOf(aTransaction(fields)).map(({ pointer }) => pointer);

describe('the validation of a transaction', () => {
  it.each<[string, Partial<TransactionFields>]>([
    ['an expense with an account', {}],
    ['a negative adjustment', { type: 'adjustment', amount: -1n }],
    ['a debt with a currency but no account', { type: 'lent', contactId: 'ana', accountId: null, currency: 'MXN' }],
  ])('accepts a valid transaction: %s', (_, fields) => {
    expect(pointers(fields)).toEqual([]);
  });

  it.each<[string, Partial<TransactionFields>, string[]]>([
    ['a negative expense', { amount: -1n }, ['#/amount']],
    ['an expense without an account', { accountId: null }, ['#/accountId']],
    ['a debt without an account or a currency', { type: 'lent', contactId: 'ana', accountId: null }, ['#/currency']],
    ['a debt without a contact', { type: 'borrowed' }, ['#/contactId']],
    ['an expense with a contact', { contactId: 'ana' }, ['#/contactId']],
    ['a transfer without a receiving account', { type: 'transfer' }, ['#/toAccountId']],
    ['a transfer to the same account', { type: 'transfer', toAccountId: 'account' }, ['#/toAccountId']],
    ['a transfer with a category', { type: 'transfer', toAccountId: 'b', categoryId: 'c' }, ['#/categoryId']],
    ['an expense with a receiving account', { toAccountId: 'b', toAmount: 5n }, ['#/toAccountId', '#/toAmount']],
    ['an expense with a category and splits', { categoryId: 'c', splits: [aSplit(), aSplit()] }, ['#/categoryId']],
    ['a transfer with splits', { type: 'transfer', toAccountId: 'b', splits: [aSplit(), aSplit()] }, ['#/splits']],
    [
      'a split in the other direction',
      { splits: [aSplit(), aSplit({ type: 'borrowed', contactId: 'ana' })] },
      ['#/splits/1/type'],
    ],
    ['a debt split without a contact', { splits: [aSplit({ type: 'lent' }), aSplit()] }, ['#/splits/0/contactId']],
    ['an expense split with a contact', { splits: [aSplit({ contactId: 'ana' }), aSplit()] }, ['#/splits/0/contactId']],
    [
      'a debt split with a category',
      { splits: [aSplit({ type: 'lent', contactId: 'ana', categoryId: 'c' }), aSplit()] },
      ['#/splits/0/categoryId'],
    ],
  ])('rejects an invalid transaction: %s', (_, fields, expected) => {
    expect(pointers(fields)).toEqual(expected);
  });
});

describe('splitImbalance', () => {
  it('reports the difference if splits do not add up to the transaction', () => {
    expect(imbalance([], 200n)).toBe(null);
    expect(imbalance([aSplit(), aSplit()], 200n)).toBe(null);
    expect(imbalance([aSplit(), aSplit()], 201n)).toEqual({ sum: '2.00', amount: '2.01' });
  });
});

describe('editing a transaction', () => {
  it('an edit keeps the fields that the request omits', () => {
    const before = aTransaction({ categoryId: 'food', notes: 'n' });
    expect(changed(before, { description: 'Cena' })).toEqual({ ...before, description: 'Cena' });
    expect(changed(before, {})).toEqual(before);
  });

  it.each<[string, Partial<TransactionFields>, Partial<TransactionFields>, Partial<TransactionFields>]>([
    [
      'a change to an adjustment clears the category',
      { categoryId: 'food' },
      { type: 'adjustment' },
      { categoryId: null },
    ],
    ['a change to an income keeps the category', { categoryId: 'food' }, { type: 'income' }, { categoryId: 'food' }],
    [
      'a change to an expense clears the contact',
      { type: 'lent', contactId: 'ana' },
      { type: 'expense' },
      { contactId: null },
    ],
    [
      'a change to another type of debt keeps the contact',
      { type: 'lent', contactId: 'ana' },
      { type: 'borrowed' },
      { contactId: 'ana' },
    ],
    [
      'a change to an expense clears the receiving account',
      { type: 'transfer', toAccountId: 'b', toAmount: 5n },
      { type: 'expense' },
      { toAccountId: null, toAmount: null },
    ],
    [
      'a change to a transfer clears the splits',
      { splits: [aSplit(), aSplit()] },
      { type: 'transfer', toAccountId: 'b' },
      { splits: [] },
    ],
    [
      'splits change direction with their transaction',
      { splits: [aSplit(), aSplit()] },
      { type: 'income' },
      { splits: [aSplit({ type: 'income' }), aSplit({ type: 'income' })] },
    ],
    ['new splits clear the category', { categoryId: 'food' }, { splits: [aSplit(), aSplit()] }, { categoryId: null }],
  ])('an edit adjusts dependent fields: %s', (_, before, change, expected) => {
    expect(changed(aTransaction(before), change)).toMatchObject(expected);
  });

  it('an edit keeps a field that the new type forbids, so that validation rejects it', () => {
    expect(changed(aTransaction(), { type: 'adjustment', categoryId: 'food' }).categoryId).toBe('food');
    expect(changed(aTransaction(), { toAmount: 5n }).toAmount).toBe(5n);
    expect(changed(aTransaction({ splits: [aSplit(), aSplit()] }), { categoryId: 'food' }).categoryId).toBe('food');
  });

  it('an edit affects balances only if it changes the type, an amount or an account', () => {
    const before = aTransaction({ type: 'transfer', toAccountId: 'b', toAmount: 2500n });
    for (const change of [
      { date: '2020-01-01' },
      { description: 'x' },
      { notes: 'n' },
      { externalId: 'e' },
      { splits: [aSplit(), aSplit()] },
    ])
      expect(changesHoldings(before, { ...before, ...change })).toBe(false);
    for (const change of [
      { amount: 1n },
      { type: 'expense' as const },
      { accountId: 'c' },
      { toAccountId: 'c' },
      { toAmount: 1n },
    ])
      expect(changesHoldings(before, { ...before, ...change })).toBe(true);
  });
});

describe('the effect of a transaction on balances', () => {
  const movement = (accountId: string, amount: bigint): Movement => ({ accountId, amount, currency: 'MXN' });

  it('a transaction changes its account by the signed amount, and a transfer changes the receiving account by the received amount', () => {
    expect(movementsOf(aTransaction(), 'MXN', null)).toEqual([movement('account', -2500n)]);
    expect(movementsOf(aTransaction({ type: 'transfer' }), 'MXN', movement('b', 130n))).toEqual([
      movement('account', -2500n),
      movement('b', 130n),
    ]);
    expect(movementsOf(aTransaction({ type: 'lent', accountId: null }), 'MXN', null)).toEqual([]);
  });

  it('an edit changes each account by the difference between its new and its old effect', () => {
    expect(differences([movement('a', -5n)], [movement('a', -7n)])).toEqual([movement('a', -2n)]);
    expect(differences([movement('a', -5n)], [movement('b', -5n)])).toEqual([movement('a', 5n), movement('b', -5n)]);
    expect(differences([movement('a', -5n)], [movement('a', -5n)])).toEqual([]);
  });

  it('the balances before an edit plus its changes equal the balances after the edit', () => {
    const movements = fc.array(
      fc.record({
        accountId: fc.constantFrom('a', 'b', 'c'),
        amount: fc.bigInt({ min: -999n, max: 999n }),
        currency: fc.constant('MXN'),
      }),
      { maxLength: 4 },
    );
    const sums = (list: readonly Movement[]) =>
      ['a', 'b', 'c'].map((id) =>
        list.filter(({ accountId }) => accountId === id).reduce((sum, { amount }) => sum + amount, 0n),
      );
    fc.assert(
      fc.property(movements, movements, (before, after) =>
        expect(sums([...before, ...differences(before, after)])).toEqual(sums(after)),
      ),
    );
  });
});

describe('the received amount of a transfer', () => {
  const pesos = (minor: bigint) => Money.ofMinor(minor, 'MXN');
  const dollars = (minor: bigint) => Money.ofMinor(minor, 'USD');
  const written = (money: Money | null) => money && `${money} ${money.currency}`;
  const before = { amount: pesos(200_000n), toAmount: dollars(10_000n), rate: 5_000_000n };

  it('a transfer keeps its rate if the amount changes, and its received amount otherwise', () => {
    expect(written(keptToAmount(before, { amount: pesos(100_000n), toCurrency: 'USD' }))).toBe('50.00 USD');
    expect(
      written(keptToAmount({ ...before, toAmount: dollars(10_001n) }, { amount: pesos(200_000n), toCurrency: 'USD' })),
    ).toBe('100.01 USD');
  });

  it('requires a new received amount if a currency of the transfer changes', () => {
    expect(keptToAmount(before, { amount: pesos(200_000n), toCurrency: 'EUR' })).toBe(null);
    expect(keptToAmount(before, { amount: Money.ofMinor(200_000n, 'EUR'), toCurrency: 'USD' })).toBe(null);
  });

  it('rejects a received amount that is zero or too large', () => {
    expect(() => received(pesos(1n), 40_000_000n, 'USD')).toThrow(/less than 0.01 USD would arrive/);
    expect(() => received(pesos(999_999_999_999_999n), 100_000_001n, 'USD')).toThrow(/thirteen integer digits/);
    expect(written(received(pesos(999_999_999_999_999n), 100_000_000n, 'USD'))).toBe('9999999999999.99 USD');
  });

  it('rejects a new amount that becomes zero at the same rate instead of using another rate', () => {
    const soles = (minor: bigint) => Money.ofMinor(minor, 'PEN');
    const before = { amount: soles(100_000n), toAmount: pesos(1n), rate: 1_000n };
    expect(() => keptToAmount(before, { amount: soles(10_000n), toCurrency: 'MXN' })).toThrow(
      /less than 0.01 MXN would arrive/,
    );
  });
});
