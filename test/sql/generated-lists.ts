import { ListTransactionsRequest } from '../../libs/ledger/src/transactions/transaction.request.js';
import { listTransactions } from '../../libs/ledger/src/transactions/transaction-list.query.js';
import { packedRow } from '../../libs/ledger/src/transactions/transaction.query.js';
import { titledSql } from './golden-file.js';

const WORKSPACE = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';
const ID = '019aa0c2-0000-7000-8000-000000000001';

/** Requests with each filter alone and with the pairs of filters that affect each other. */
const REQUESTS: readonly Partial<ListTransactionsRequest>[] = [
  {},
  { accountId: ID },
  { categoryId: ID },
  { contactId: ID },
  { importId: ID },
  { type: 'expense' },
  { from: '2026-01-01', to: '2026-01-31' },
  { minAmount: '10.00', maxAmount: '20.50' },
  { currency: 'USD' },
  { q: 'café' },
  { uncategorized: true },
  { uncategorized: false },
  { tag: 'Viaje' },
  { untagged: true },
  { hasFile: true },
  { hasFile: false },
  { merchant: 'Oxxo 123' },
  { updatedSince: '2026-01-01T00:00:00Z' },
  { tag: 'Viaje', updatedSince: '2026-01-01T00:00:00Z' },
  { countsAs: 'expense' },
  { countsAs: 'income', categoryId: ID, contactId: ID, minAmount: '1.00', uncategorized: false },
];

const ROW = packedRow('t');

export function generatedLists(): string {
  const lists = REQUESTS.map((filters) => {
    const request = Object.assign(new ListTransactionsRequest(), { limit: 50, ...filters });
    const horizon = filters.updatedSince === undefined ? null : '2026-02-01T00:00:00Z';
    const { text, values } = listTransactions(WORKSPACE, request, new Date('2026-02-01T00:00:00Z'), horizon);
    const bound = values.map((value) => (typeof value === 'bigint' ? String(value) : value));
    return titledSql(Object.keys(filters).join(', ') || 'no filter', {
      text: text.replace(ROW, 'the row'),
      values: bound,
    });
  });
  return lists.join('\n');
}
