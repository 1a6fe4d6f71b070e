import { describe, expect, it } from '@jest/globals';
import { hashProofCode, newProofCode } from './proof-code.js';

describe('a proof code', () => {
  it('creates unique proof codes of four groups of four symbols', () => {
    expect(newProofCode()).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(newProofCode()).not.toBe(newProofCode());
  });

  it('ignores case, spaces and hyphens in a proof code and reads similar letters as digits', () => {
    const hash = hashProofCode('10AB-CDEF-GHJK-MNPQ');
    for (const typed of ['10abcdefghjkmnpq', ' 1O AB cdef ghjk mnpq ', 'lOAB-CDEF-GHJK-MNPQ'])
      expect(hashProofCode(typed).equals(hash)).toBe(true);
    expect(hashProofCode('10AB-CDEF-GHJK-MNPR').equals(hash)).toBe(false);
  });
});
