import { describe, expect, it } from '@jest/globals';
import { laidOver, overRemembered } from './given-reading.js';

describe('what is said of a file', () => {
  it('is laid over what was said before, the mapping key by key', () => {
    const before = { encoding: 'utf-8', mapping: { date: 0, amount: 2 } } as const;
    expect(laidOver(before, { delimiter: ';', mapping: { amount: 3, notes: null } })).toEqual({
      ...{ encoding: 'utf-8', delimiter: ';' },
      mapping: { date: 0, amount: 3, notes: null },
    });
    expect(before).toEqual({ encoding: 'utf-8', mapping: { date: 0, amount: 2 } });
  });

  it('stays as it was where nothing is said', () => {
    expect(laidOver({}, {})).toEqual({});
    expect(laidOver({ mapping: { date: 1 } }, {})).toEqual({ mapping: { date: 1 } });
    expect(laidOver({}, { mapping: {} })).toEqual({ mapping: {} });
  });
});

describe('what is said of the columns', () => {
  it('lies over what was remembered of them, key by key', () => {
    const remembered = { date: 0, description: 2, invertSign: true } as const;
    expect(overRemembered(remembered, { description: 1, notes: null })).toEqual({
      ...{ date: 0, description: 1, notes: null, invertSign: true },
    });
    expect(overRemembered(remembered)).toEqual(remembered);
    expect(overRemembered({}, { date: 3 })).toEqual({ date: 3 });
  });

  it('takes back the other way of writing amounts, as it does with what is found', () => {
    expect(overRemembered({ amount: 4, direction: 5 }, { debit: 2, credit: 3 })).toEqual({ debit: 2, credit: 3 });
    expect(overRemembered({ debit: 2, credit: 3 }, { amount: 4 })).toEqual({ amount: 4 });
    expect(overRemembered({ amount: 4 }, { amount: 5, debit: 2 })).toEqual({ amount: 5, debit: 2 });
    expect(overRemembered({ amount: 4 }, { amount: null })).toEqual({ amount: null });
  });
});
