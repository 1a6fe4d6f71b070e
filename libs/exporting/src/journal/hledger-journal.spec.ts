import { describe, expect, it } from '@jest/globals';
import type { Book, BookTransaction } from './journal-entries.js';
import { HledgerJournal } from './hledger-journal.js';

const CARD = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0a01';
const DOLLARS = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0a02';
const ANA = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0d04';
const FOOD = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0c03';

const BOOK: Book = {
  accounts: new Map([
    [
      CARD,
      { id: CARD, name: 'Nu', kind: 'liability', currency: 'MXN', openingBalance: '250.00', openingDate: '2026-01-01' },
    ],
    [
      DOLLARS,
      { id: DOLLARS, name: 'USD', kind: 'asset', currency: 'USD', openingBalance: '0.00', openingDate: '2026-01-01' },
    ],
  ]),
  categories: new Map([[FOOD, { id: FOOD, name: 'Comida', parentId: null, kind: 'expense' }]]),
  contacts: new Map([[ANA, { id: ANA, name: 'Ana' }]]),
  tags: new Map([
    ['t1', { id: 't1', name: 'viaje: playa' }],
    ['t2', { id: 't2', name: 'mar, sol' }],
  ]),
};

const aTransaction = (fields: Partial<BookTransaction>): BookTransaction => ({
  id: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04',
  accountId: CARD,
  type: 'expense',
  date: '2026-11-20',
  description: '(Cena) ; x',
  notes: null,
  amount: '900.00',
  currency: 'MXN',
  categoryId: null,
  contactId: null,
  toAccountId: null,
  toAmount: null,
  toCurrency: null,
  tagIds: null,
  externalId: null,
  deletedAt: null,
  ...fields,
});

function postings(fields: Partial<BookTransaction>, parts: Parameters<HledgerJournal['entries']>[0][0]['parts'] = []) {
  const text = new HledgerJournal(BOOK).entries([{ transaction: aTransaction(fields), parts }]);
  return text
    .split('\n')
    .filter((line) => /^ {4}[a-z]/.test(line))
    .map((line) => line.trim());
}

describe('hledger journal', () => {
  it('writes the tags of a transaction as values of one hledger tag', () => {
    const transaction = aTransaction({ notes: 'x', tagIds: ['t2', 't1'] });
    expect(new HledgerJournal(BOOK).entries([{ transaction, parts: [] }])).toContain(
      '\n    ; x\n    ; etiqueta: mar sol, etiqueta: viaje- playa\n    liabilities',
    );
  });

  it('writes the opening balance of a liability as a negative amount', () => {
    expect(new HledgerJournal(BOOK).heading()).toContain(
      '* (019aa0c2-7d1e-7c43-9a57-3f1c8e2b0a01) Saldo inicial\n' +
        '    liabilities:Nu (8e2b0a01)  -250.00 MXN\n    equity:opening  250.00 MXN\n',
    );
  });

  it('writes a code before each description, so that hledger does not parse the description', () => {
    const text = new HledgerJournal(BOOK).entries([{ transaction: aTransaction({ notes: 'a\n; b: c' }), parts: [] }]);

    expect(text).toContain('\n2026-11-20 * (019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04) (Cena) , x\n    ; a , b- c\n');
  });

  it('subtracts a refund from its category', () => {
    expect(postings({ type: 'income', categoryId: FOOD })).toEqual([
      'liabilities:Nu (8e2b0a01)  900.00 MXN',
      'expenses:Comida  -900.00 MXN',
    ]);
  });

  it('writes the price of a transfer between currencies', () => {
    expect(postings({ type: 'transfer', toAccountId: DOLLARS, toAmount: '48.88', toCurrency: 'USD' })).toEqual([
      'liabilities:Nu (8e2b0a01)  -900.00 MXN @@ 48.88 USD',
      'assets:USD (8e2b0a02)  48.88 USD',
    ]);
  });

  it('writes a posting for each split, and debts against the contact', () => {
    const rest = { categoryId: null, contactId: null, notes: null };
    const parts = [
      { ...rest, type: 'expense', amount: '600.00', categoryId: FOOD },
      { ...rest, type: 'lent', amount: '300.00', contactId: ANA },
    ];

    expect(postings({}, parts)).toEqual([
      'liabilities:Nu (8e2b0a01)  -900.00 MXN',
      'expenses:Comida  600.00 MXN',
      'assets:debts:Ana (8e2b0d04)  300.00 MXN',
    ]);
  });

  it('balances a debt without an account against equity', () => {
    expect(postings({ type: 'borrowed', accountId: null, contactId: ANA, currency: 'EUR' })).toEqual([
      'equity:debts  900.00 EUR',
      'assets:debts:Ana (8e2b0d04)  -900.00 EUR',
    ]);
  });

  it('omits trashed transactions', () => {
    expect(postings({ deletedAt: '2026-11-20T10:32:27.123Z' })).toEqual([]);
  });
});
