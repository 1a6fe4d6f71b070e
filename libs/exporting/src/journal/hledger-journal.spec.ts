import { describe, expect, it } from '@jest/globals';
import type { Book, BookCategory, BookEntry, BookTransaction } from './journal-entries.js';
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

function chainOf(length: number): Map<string, BookCategory> {
  const chain = Array.from({ length }, (_, at): BookCategory => {
    const parentId = at === 0 ? null : `n${at - 1}`;
    return { id: `n${at}`, name: `n${at}`, parentId, kind: 'expense' };
  });
  return new Map(chain.reverse().map((category) => [category.id, category]));
}

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

function postings(fields: Partial<BookTransaction>, parts: BookEntry['parts'] = []) {
  return entriesText({ transaction: aTransaction(fields), parts })
    .split('\n')
    .filter((line) => /^ {4}[a-z]/.test(line))
    .map((line) => line.trim());
}

function entriesText(entry: BookEntry): string {
  return [...new HledgerJournal(BOOK).entries([entry])].join('');
}

describe('hledger journal', () => {
  it('writes the tags of a transaction as values of one hledger tag', () => {
    const transaction = aTransaction({ notes: 'x', tagIds: ['t2', 't1'] });
    expect(entriesText({ transaction, parts: [] })).toContain(
      '\n    ; x\n    ; etiqueta: mar sol, etiqueta: viaje- playa\n    liabilities',
    );
  });

  it('writes the opening balance of a liability as a negative amount', () => {
    expect([...new HledgerJournal(BOOK).heading()].join('')).toContain(
      '* (019aa0c2-7d1e-7c43-9a57-3f1c8e2b0a01) Saldo inicial\n' +
        '    liabilities:Nu (8e2b0a01)  -250.00 MXN\n    equity:opening  250.00 MXN\n',
    );
  });

  it('writes a code before each description, so that hledger does not parse the description', () => {
    const text = entriesText({ transaction: aTransaction({ notes: 'a\n; b: c' }), parts: [] });

    expect(text).toContain('\n2026-11-20 * (019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04) (Cena) , x\n    ; a , b- c\n');
  });

  it('subtracts a refund from its category', () => {
    expect(postings({ type: 'income', categoryId: FOOD })).toEqual([
      'liabilities:Nu (8e2b0a01)  900.00 MXN',
      'expenses:Comida  -900.00 MXN',
    ]);
  });

  it('declares each category after its parent, and uncategorized amounts after all categories', () => {
    const categories = new Map<string, BookCategory>(
      [
        ['Luz', 'Hogar'],
        ['Sueldo', null],
        ['Hogar', null],
      ].map(([id, parentId]) => [id!, { id: id!, name: id!, parentId: parentId!, kind: 'expense' }]),
    );
    const journal = new HledgerJournal({ ...BOOK, categories, accounts: new Map(), contacts: new Map() });

    expect([...journal.heading()].filter((line) => /^account (expenses|income)/.test(line))).toEqual([
      'account expenses:Hogar\n',
      'account expenses:Hogar:Luz\n',
      'account expenses:Sueldo\n',
      'account expenses:sin categoría\n',
      'account income:sin categoría\n',
    ]);
  });

  it('declares 5,000 nested categories line by line', () => {
    const journal = new HledgerJournal({ ...BOOK, categories: chainOf(5_000), accounts: new Map() });
    let [lines, longest] = [0, ''];
    for (const line of journal.heading()) {
      lines += 1;
      if (line.length > longest.length) longest = line;
    }

    expect(longest.split(':')).toHaveLength(5_001);
    // 5,000 categories, one contact's debts, three equity accounts, two uncategorized accounts and the decimal mark.
    expect(lines).toBe(5_007);
  });

  it('writes the full path of a category below 4,999 other categories in a posting', () => {
    const journal = new HledgerJournal({ ...BOOK, categories: chainOf(5_000) });
    const transaction = aTransaction({ categoryId: 'n4999' });
    const [posting] = [...journal.entries([{ transaction, parts: [] }])].filter((line) => line.includes('expenses:'));

    expect(posting!.trim().split(':')).toHaveLength(5_001);
    expect(posting).toMatch(/^ {4}expenses:n0:n1:.*:n4998:n4999 {2}900\.00 MXN\n$/);
  });

  it('writes the price of a transfer between currencies', () => {
    expect(postings({ type: 'transfer', toAccountId: DOLLARS, toAmount: '48.88', toCurrency: 'USD' })).toEqual([
      'liabilities:Nu (8e2b0a01)  -900.00 MXN @@ 48.88 USD',
      'assets:USD (8e2b0a02)  48.88 USD',
    ]);
  });

  it('writes a posting for each split, and posts debts to the account of the contact', () => {
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
