import { describe, expect, it } from '@jest/globals';
import { FIELD_SEPARATOR, ROW_FIELDS, fieldOf, isTrashed, transactionText } from './transaction-text.js';

type PackedFields = Partial<Record<(typeof ROW_FIELDS)[number], string>>;

const PLAIN = {
  id: '01939c3e-0000-7000-8000-000000000001',
  accountId: '01939c3e-0000-7000-8000-000000000002',
  type: 'expense',
  day: '2026-02-28',
  description: '"OXXO"',
  amount: '2550',
  currency: 'MXN',
  signedAmount: '-2550',
  fileCount: '0',
  baseAmount: '2550',
  baseRate: '100000000',
  createdAt: '2026-02-28 08:05:03.07+00',
  updatedAt: '2026-02-28 08:05:03+00',
};
const row = (changes: PackedFields) => {
  const packed: PackedFields = { ...PLAIN, ...changes };
  return { packed: ROW_FIELDS.map((what) => packed[what] ?? '').join(FIELD_SEPARATOR) };
};
const written = (changes: PackedFields) => JSON.parse(transactionText(row(changes))) as Record<string, unknown>;

describe('the JSON of a transaction', () => {
  it('serializes every field of a transaction, with null for missing values', () => {
    expect(written({})).toEqual({
      id: PLAIN.id,
      accountId: PLAIN.accountId,
      type: 'expense',
      status: 'live',
      date: '2026-02-28',
      description: 'OXXO',
      amount: '25.50',
      currency: 'MXN',
      signedAmount: '-25.50',
      category: null,
      contactId: null,
      transfer: null,
      splits: [],
      tags: [],
      notes: null,
      externalId: null,
      importId: null,
      scheduleId: null,
      goalId: null,
      paidBy: null,
      shares: [],
      fileCount: 0,
      invoiceIds: [],
      baseAmount: '25.50',
      baseRate: '1.00000000',
      createdAt: '2026-02-28T08:05:03.070Z',
      updatedAt: '2026-02-28T08:05:03.000Z',
      deletedAt: null,
      purgeAt: null,
    });
  });

  it('escapes text written by users in the JSON of a transaction', () => {
    const hostile = 'a "quote", a \\, a \n, a \u0001, a \u001f, \u2028, ñ, 💸 and </script>';
    const json = JSON.stringify(hostile);
    expect(written({ description: json, notes: json, externalId: json })).toMatchObject({
      description: hostile,
      notes: hostile,
      externalId: hostile,
    });
    const filed = { categoryId: PLAIN.id, categoryName: json };
    expect(written(filed)).toMatchObject({ category: { id: PLAIN.id, name: hostile, parentId: null } });
  });

  it('fieldOf returns a field of a packed row by its name', () => {
    const { day, updatedAt } = PLAIN;
    expect([fieldOf(row({}), 'day'), fieldOf(row({}), 'updatedAt'), fieldOf(row({}), 'deletedAt')]).toEqual([
      ...[day, updatedAt, ''],
    ]);
  });

  it('isTrashed returns true for a transaction with a deletion time', () => {
    expect([isTrashed(row({})), isTrashed(row({ deletedAt: '2026-03-01 08:05:03.07+00' }))]).toEqual([false, true]);
  });

  it('serializes cents, the largest amounts and rates below one', () => {
    expect(written({ amount: '5', signedAmount: '-5' })).toMatchObject({ amount: '0.05', signedAmount: '-0.05' });
    expect(written({ amount: '0', baseAmount: '' })).toMatchObject({ amount: '0.00', baseAmount: null });
    expect(written({ amount: '999999999999999' })).toMatchObject({ amount: '9999999999999.99' });
    expect(written({ baseRate: '5500000', baseAmount: '-140' })).toMatchObject({
      baseRate: '0.05500000',
      baseAmount: '-1.40',
    });
  });

  it('serializes the timestamps of a transaction with millisecond precision', () => {
    expect(written({ createdAt: '2026-02-28 08:05:03.999999+00' })).toMatchObject({
      createdAt: '2026-02-28T08:05:03.999Z',
    });
  });

  it('serializes the receiving account of a transfer, the splits and the deletion', () => {
    const parts = '[{"amount":"1.00"}]';
    expect(
      written({
        toAccountId: PLAIN.id,
        toAmount: '140',
        toCurrency: 'USD',
        toRate: '0.05490196',
        splits: parts,
        deletedAt: '2026-03-01 00:00:00+00',
        purgeAt: '2026-03-31 00:00:00+00',
      }),
    ).toMatchObject({
      status: 'trashed',
      transfer: { accountId: PLAIN.id, amount: '1.40', currency: 'USD', rate: '0.05490196' },
      splits: [{ amount: '1.00' }],
      deletedAt: '2026-03-01T00:00:00.000Z',
      purgeAt: '2026-03-31T00:00:00.000Z',
    });
  });
});
