import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maskedKeys } from '@app/kernel/pure';
import { hashApiKey, isWellFormedApiKey, looksLikeApiKey, newApiKey } from './api-key.js';

describe('an API key', () => {
  it('creates keys from a prefix, 32 random bytes in base62 and a checksum', () => {
    const keys = Array.from({ length: 200 }, newApiKey);
    for (const key of keys)
      expect([/^svc_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/.test(key), isWellFormedApiKey(key), looksLikeApiKey(key)]).toEqual([
        true,
        true,
        true,
      ]);
    expect(new Set(keys).size).toBe(200);
  });

  it('masks API keys in text', () => {
    expect(maskedKeys(`There is no ${newApiKey()}.`)).toBe('There is no svc_….');
  });

  it('rejects an API key with a mistyped character or two swapped characters', () => {
    const key = newApiKey();
    fc.assert(
      fc.property(fc.integer({ min: 4, max: key.length - 2 }), fc.constantFrom(...'09AZaz-_ ñ'), (at, character) => {
        if (key[at] !== character)
          expect(isWellFormedApiKey(key.slice(0, at) + character + key.slice(at + 1))).toBe(false);
        const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
        if (swapped !== key) expect(isWellFormedApiKey(swapped)).toBe(false);
      }),
    );
  });

  it.each(['', 'svc_', 'SVC_', 'x', `svc_${'0'.repeat(49)}x`, `svc_${'0'.repeat(48)}`, `svc_${'a'.repeat(49)}`])(
    'rejects %j as an API key',
    (token) => {
      expect(isWellFormedApiKey(token)).toBe(false);
    },
  );

  it('rejects an API key with text before or after it', () => {
    const key = newApiKey();
    for (const token of [` ${key}`, `${key} `, `${key}\n`, `${key}x`, key.slice(1)])
      expect(isWellFormedApiKey(token)).toBe(false);
  });

  it('hashes an API key with SHA-256', () => {
    expect(hashApiKey('svc_x').equals(createHash('sha256').update('svc_x').digest())).toBe(true);
  });
});
