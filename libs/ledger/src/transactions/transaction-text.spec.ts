import { describe, expect, it } from '@jest/globals';
import type { TransactionRow } from './transaction-text.js';
import { transactionText } from './transaction-text.js';

const PLAIN: TransactionRow = {
  id: '01939c3e-0000-7000-8000-000000000001',
  account_id: '01939c3e-0000-7000-8000-000000000002',
  type: 'expense',
  day: '2026-02-28',
  description: 'OXXO',
  amount: '2550',
  currency: 'MXN',
  signed_amount: '-2550',
  category_id: null,
  category_name: null,
  category_parent_id: null,
  contact_id: null,
  to_account_id: null,
  to_amount: null,
  to_currency: null,
  to_rate: null,
  splits: null,
  notes: null,
  external_id: null,
  import_id: null,
  base_amount: '2550',
  base_rate: '100000000',
  created_at: '2026-02-28 08:05:03.07+00',
  updated_at: '2026-02-28 08:05:03+00',
  deleted_at: null,
  purge_at: null,
};
const written = (row: Partial<TransactionRow>): Record<string, unknown> =>
  JSON.parse(transactionText({ ...PLAIN, ...row })) as Record<string, unknown>;

describe('the JSON of a transaction', () => {
  it('has every field, absent ones null', () => {
    expect(written({})).toEqual({
      id: PLAIN.id,
      accountId: PLAIN.account_id,
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
      notes: null,
      externalId: null,
      importId: null,
      baseAmount: '25.50',
      baseRate: '1.00000000',
      createdAt: '2026-02-28T08:05:03.070Z',
      updatedAt: '2026-02-28T08:05:03.000Z',
      deletedAt: null,
      purgeAt: null,
    });
  });

  it('quotes whatever people write', () => {
    const hostile = 'a "quote", a \\, a \n, a \u0001, \u2028, ñ, 💸 and </script>';
    expect(written({ description: hostile, notes: hostile, external_id: hostile })).toMatchObject({
      description: hostile,
      notes: hostile,
      externalId: hostile,
    });
    const filed = { category_id: PLAIN.id, category_name: hostile, category_parent_id: null };
    expect(written(filed)).toMatchObject({ category: { id: PLAIN.id, name: hostile, parentId: null } });
  });

  it('writes cents, the greatest amounts and rates below one', () => {
    expect(written({ amount: '5', signed_amount: '-5' })).toMatchObject({ amount: '0.05', signedAmount: '-0.05' });
    expect(written({ amount: '0', base_amount: null })).toMatchObject({ amount: '0.00', baseAmount: null });
    expect(written({ amount: '999999999999999' })).toMatchObject({ amount: '9999999999999.99' });
    expect(written({ base_rate: '5500000', base_amount: '-140' })).toMatchObject({
      baseRate: '0.05500000',
      baseAmount: '-1.40',
    });
  });

  it('cuts instants to milliseconds', () => {
    expect(written({ created_at: '2026-02-28 08:05:03.999999+00' })).toMatchObject({
      createdAt: '2026-02-28T08:05:03.999Z',
    });
  });

  it('shows the other side of a transfer, the parts and the trash', () => {
    const parts = '[{"amount":"1.00"}]';
    expect(
      written({
        to_account_id: PLAIN.id,
        to_amount: '140',
        to_currency: 'USD',
        to_rate: '0.05490196',
        splits: parts,
        deleted_at: '2026-03-01 00:00:00+00',
        purge_at: '2026-03-31 00:00:00+00',
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
