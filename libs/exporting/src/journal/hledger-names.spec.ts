import { describe, expect, it } from '@jest/globals';
import type { Book } from './journal-entries.js';
import { journalNames, plainText } from './hledger-names.js';

const ID = (end: string) => `019aa0c2-7d1e-7c43-9a57-3f1c${end.padStart(8, '0')}`;

const OPENED = { currency: 'MXN', openingBalance: '0.00', openingDate: '2026-01-01' };

function aBook(
  categories: [id: string, name: string, parentId: string | null][],
  contacts: [string, string][] = [],
): Book {
  return {
    accounts: new Map([
      [ID('a'), { id: ID('a'), name: 'Nómina', kind: 'asset', ...OPENED }],
      [ID('b'), { id: ID('b'), name: 'Nu', kind: 'liability', ...OPENED }],
    ]),
    categories: new Map(categories.map(([id, name, parentId]) => [id, { id, name, parentId, kind: 'expense' }])),
    contacts: new Map(contacts.map(([id, name]) => [id, { id, name }])),
    tags: new Map(),
  };
}

describe('plainText', () => {
  it.each([
    ['a  b', 'a b'],
    ['a\tb\nc', 'a b c'],
    ['a\u00a0\u2003\u2028b', 'a b'],
    ['Comida; cena', 'Comida, cena'],
    ['date:2026', 'date-2026'],
    [' ñandú (x) ', 'ñandú (x)'],
  ])('converts %j to %j', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});

describe('journalNames', () => {
  it('names accounts by their name and the end of their ID, and categories by their name', () => {
    const { accounts, categories } = journalNames(
      aBook([
        ['child', 'Tacos', 'root'],
        ['root', 'Comida', null],
      ]),
    );

    expect([...accounts.values()]).toEqual(['assets:Nómina (0000000a)', 'liabilities:Nu (0000000b)']);
    expect([...categories]).toEqual([
      ['child', 'Tacos'],
      ['root', 'Comida'],
    ]);
  });

  it('adds an ID to names of siblings that differ only in unsupported characters', () => {
    const { categories } = journalNames(
      aBook([
        ['one', 'a;b', null],
        ['two', 'a,b', null],
        ['child', 'a,b', 'one'],
      ]),
    );

    expect([...categories.values()]).toEqual(['a,b', 'a,b (two)', 'a,b']);
  });

  it('adds an ID to a category with the name of uncategorized amounts', () => {
    expect([...journalNames(aBook([['one', 'sin categoría', null]])).categories.values()]).toEqual([
      'sin categoría (one)',
    ]);
  });

  it('creates different names for contacts with the same name and similar IDs', () => {
    const [one, two] = ['019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04', '019bb0c2-7d1e-7c43-9a57-3f1c8e2b6d04'];
    const { debts } = journalNames(
      aBook(
        [],
        [
          [one, 'Ana'],
          [two, 'Ana'],
        ],
      ),
    );

    expect([...debts.values()]).toEqual(['assets:debts:Ana (8e2b6d04)', `assets:debts:Ana (${two})`]);
  });
});
