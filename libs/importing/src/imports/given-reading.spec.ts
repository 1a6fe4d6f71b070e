import { describe, expect, it } from '@jest/globals';
import { laidOver } from './given-reading.js';

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
