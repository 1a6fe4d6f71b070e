import { describe, expect, it } from '@jest/globals';
import { EMPTY_MAPPING, fieldOf, mappingProblems, overlaidMapping } from './mapping.js';

describe('a given mapping', () => {
  const found = { ...EMPTY_MAPPING, date: 0, description: 1, debit: 2, credit: 3, balance: 4 };

  it('overrides the detected one, key by key', () => {
    expect(overlaidMapping(found, { description: 5, balance: null, invertSign: true })).toEqual({
      ...found,
      description: 5,
      balance: null,
      invertSign: true,
    });
    expect(overlaidMapping(found, {})).toEqual(found);
  });

  it('replaces two detected sides by an amount column', () => {
    expect(overlaidMapping(found, { amount: 2 })).toEqual({ ...found, amount: 2, debit: null, credit: null });
  });

  it('replaces a detected amount column by a side', () => {
    const signed = { ...EMPTY_MAPPING, date: 0, amount: 2, direction: 3 };
    expect(overlaidMapping(signed, { debit: 4 })).toEqual({ ...signed, amount: null, direction: null, debit: 4 });
  });

  it('may have an amount column and sides', () => {
    expect(overlaidMapping(found, { amount: 5, debit: 2, credit: 3 })).toEqual({ ...found, amount: 5 });
  });
});

describe('the check of a mapping', () => {
  it('accepts columns that exist', () => {
    expect(mappingProblems({ date: 0, amount: 4, notes: null, dateFormat: 'dd/MM/yyyy' }, 5)).toEqual([]);
  });

  it.each([5, -1, 1.5, NaN])('names a key whose column is %p', (column) => {
    expect(mappingProblems({ date: 0, amount: column }, 5)).toEqual([
      { key: 'amount', detail: `There is no column ${column}: the file has 5, counted from 0.` },
    ]);
  });

  it('names an unknown date format', () => {
    expect(mappingProblems({ dateFormat: 'foo' }, 5)).toMatchObject([{ key: 'dateFormat' }]);
  });
});

describe('the field of a column', () => {
  it('is the more important one of two', () => {
    const mapping = { ...EMPTY_MAPPING, date: 0, description: 1, reference: 1, notes: 2 };
    expect([0, 1, 2, 3].map((column) => fieldOf(mapping, column))).toEqual(['date', 'description', 'notes', null]);
  });
});
