import { describe, expect, it } from '@jest/globals';
import { mergeOptions, mergeMapping } from './parse-options.js';

describe('mergeOptions', () => {
  it('overrides earlier parse options, and merges their mappings key by key', () => {
    const before = { encoding: 'utf-8', mapping: { date: 0, amount: 2 } } as const;
    expect(mergeOptions(before, { delimiter: ';', mapping: { amount: 3, notes: null } })).toEqual({
      ...{ encoding: 'utf-8', delimiter: ';' },
      mapping: { date: 0, amount: 3, notes: null },
    });
    expect(before).toEqual({ encoding: 'utf-8', mapping: { date: 0, amount: 2 } });
  });

  it('preserves earlier parse options that the later ones omit', () => {
    expect(mergeOptions({}, {})).toEqual({});
    expect(mergeOptions({ mapping: { date: 1 } }, {})).toEqual({ mapping: { date: 1 } });
    expect(mergeOptions({}, { mapping: {} })).toEqual({ mapping: {} });
  });
});

describe('mergeMapping', () => {
  it('overrides the remembered columns key by key', () => {
    const remembered = { date: 0, description: 2, invertSign: true } as const;
    expect(mergeMapping(remembered, { description: 1, notes: null })).toEqual({
      ...{ date: 0, description: 1, notes: null, invertSign: true },
    });
    expect(mergeMapping(remembered)).toEqual(remembered);
    expect(mergeMapping({}, { date: 3 })).toEqual({ date: 3 });
  });

  it('replaces debit and credit columns with an amount column, and vice versa', () => {
    expect(mergeMapping({ amount: 4, direction: 5 }, { debit: 2, credit: 3 })).toEqual({ debit: 2, credit: 3 });
    expect(mergeMapping({ debit: 2, credit: 3 }, { amount: 4 })).toEqual({ amount: 4 });
    expect(mergeMapping({ amount: 4 }, { amount: 5, debit: 2 })).toEqual({ amount: 5, debit: 2 });
    expect(mergeMapping({ amount: 4 }, { amount: null })).toEqual({ amount: null });
  });
});
