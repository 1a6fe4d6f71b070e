import { describe, expect, it } from '@jest/globals';
import { EMPTY_MAPPING, fieldOf, mappingProblems, overlaidMapping } from './mapping.js';

describe('overlaidMapping', () => {
  const detected = { ...EMPTY_MAPPING, date: 0, description: 1, debit: 2, credit: 3, balance: 4 };

  it('overrides the detected mapping key by key', () => {
    expect(overlaidMapping(detected, { description: 5, balance: null, invertSign: true })).toEqual({
      ...detected,
      description: 5,
      balance: null,
      invertSign: true,
    });
    expect(overlaidMapping(detected, {})).toEqual(detected);
  });

  it('replaces detected debit and credit columns with an amount column', () => {
    expect(overlaidMapping(detected, { amount: 2 })).toEqual({ ...detected, amount: 2, debit: null, credit: null });
  });

  it('replaces a detected amount column with a debit column', () => {
    const signed = { ...EMPTY_MAPPING, date: 0, amount: 2, direction: 3 };
    expect(overlaidMapping(signed, { debit: 4 })).toEqual({ ...signed, amount: null, direction: null, debit: 4 });
  });

  it('accepts an amount column together with debit and credit columns', () => {
    expect(overlaidMapping(detected, { amount: 5, debit: 2, credit: 3 })).toEqual({ ...detected, amount: 5 });
  });
});

describe('mappingProblems', () => {
  it('accepts a mapping of existing columns', () => {
    expect(mappingProblems({ date: 0, amount: 4, notes: null, dateFormat: 'dd/MM/yyyy' }, 5)).toEqual([]);
  });

  it.each([5, -1, 1.5, NaN])('reports the mapping key of the invalid column %p', (column) => {
    expect(mappingProblems({ date: 0, amount: column }, 5)).toEqual([
      { key: 'amount', detail: `Column ${column} does not exist: the file has 5 columns, counted from 0.` },
    ]);
  });

  it('reports an unknown date format', () => {
    expect(mappingProblems({ dateFormat: 'foo' }, 5)).toMatchObject([{ key: 'dateFormat' }]);
  });
});

describe('fieldOf', () => {
  it('returns the more important field of a column with two fields', () => {
    const mapping = { ...EMPTY_MAPPING, date: 0, description: 1, reference: 1, notes: 2 };
    expect([0, 1, 2, 3].map((column) => fieldOf(mapping, column))).toEqual(['date', 'description', 'notes', null]);
  });
});
