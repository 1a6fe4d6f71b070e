import { describe, expect, it } from '@jest/globals';
import type { Book, BookCategory, BookTransaction } from './journal-entries.js';
import { textPieces } from './text-pieces.js';
import { transactionLines } from './transactions-csv.js';

const NAME = 'x'.repeat(100);

function aBook(depth: number): Book {
  const chain = Array.from({ length: depth }, (_, at): BookCategory => {
    const parentId = at === 0 ? null : `n${at - 1}`;
    return { id: `n${at}`, name: `${NAME}${at}`, parentId, kind: 'expense' };
  });
  const categories = new Map(chain.map((category) => [category.id, category]));
  return { categories, accounts: new Map(), contacts: new Map(), tags: new Map() };
}

const aTransaction = (fields: Partial<BookTransaction>): BookTransaction => ({
  ...{ id: 't', accountId: null, type: 'expense', date: '2026-11-20', description: 'Cena', notes: 'de la cena' },
  ...{ amount: '900.00', currency: 'MXN', categoryId: null, contactId: null, toAccountId: null, toAmount: null },
  ...{ toCurrency: null, tagIds: null, externalId: null, deletedAt: null, ...fields },
});

describe('transactionLines', () => {
  it('writes a line for each split, and the notes of the transaction if a split has none', () => {
    const rest = { type: 'expense', categoryId: null, contactId: null };
    const parts = [
      { ...rest, amount: '600.00', notes: null },
      { ...rest, amount: '300.00', notes: 'propina' },
    ];
    const lines = [...transactionLines(aBook(0), [{ transaction: aTransaction({}), parts }])];
    expect(lines.map((line) => line.split(',').filter((_, at) => at === 6 || at === 9))).toEqual([
      ['-600.00', '"de la cena"'],
      ['-300.00', '"propina"'],
    ]);
  });

  it('writes a line for each side of a transfer', () => {
    const fields = { type: 'transfer', toAccountId: 'a', toAmount: '48.88', toCurrency: 'USD' };
    const lines = [...transactionLines(aBook(0), [{ transaction: aTransaction(fields), parts: [] }])];
    expect(lines.map((line) => line.split(',').slice(5, 7))).toEqual([
      ['MXN', '-900.00'],
      ['USD', '48.88'],
    ]);
  });

  it('writes each line with a path of 5,000 nested categories as a separate piece', () => {
    const entries = Array.from({ length: 20 }, () => ({
      transaction: aTransaction({ categoryId: 'n4999' }),
      parts: [],
    }));
    const pieces = [...textPieces(transactionLines(aBook(5_000), entries))];
    expect(pieces).toHaveLength(20);
    expect(pieces[0]).toContain(`,"${NAME}0 > ${NAME}1 > `);
    expect(pieces[0]!.split(' > ')).toHaveLength(5_000);
  });
});
