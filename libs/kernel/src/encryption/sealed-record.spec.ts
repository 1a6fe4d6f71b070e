import { describe, expect, it } from '@jest/globals';
import { recordHash, seal, unseal } from './sealed-record.js';

describe('a sealed record', () => {
  const record = { accountId: 'u1', scope: 'read_only', nested: { ñ: [1, null] } };

  it('decrypts a sealed record with its secret', () => {
    expect(unseal('código', seal('código', record))).toEqual(record);
  });

  it('seals the same record differently each time and hides its content', () => {
    const sealed = seal('s', record);
    expect(sealed.toString('latin1')).not.toContain('read_only');
    expect(seal('s', record).equals(sealed)).toBe(false);
  });

  it('fails to unseal with a different secret or after one bit has changed', () => {
    const sealed = seal('s', record);
    expect(() => unseal('t', sealed)).toThrow();
    for (const at of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => unseal('s', changed)).toThrow();
    }
  });

  it('hashes different secrets to different 32-byte values', () => {
    expect(recordHash('s')).toHaveLength(32);
    expect(recordHash('s').equals(recordHash('t'))).toBe(false);
  });
});
