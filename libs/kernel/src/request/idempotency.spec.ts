import { describe, expect, it } from '@jest/globals';
import { requestFingerprint } from './idempotency.js';
import type { Scope } from './scopes.js';
import { allowedBy, READING_SCOPES } from './scopes.js';

const fingerprint = (...scopes: Scope[]) =>
  requestFingerprint({ method: 'POST', url: '/v1/imports', caller: { allowed: allowedBy(scopes) } }).toString('hex');

describe('the fingerprint of a request', () => {
  it('the request fingerprint is the same for all callers with full read access', () => {
    expect(fingerprint(...READING_SCOPES, 'imports:write')).toBe(fingerprint('read_write'));
  });

  it('the request fingerprint of a caller without full read access depends on its scopes, but not on their order', () => {
    expect(fingerprint('imports:write')).not.toBe(fingerprint('read_write'));
    expect(fingerprint('imports:write')).not.toBe(fingerprint('imports:write', 'accounts:read'));
    expect(fingerprint('accounts:read', 'imports:write')).toBe(fingerprint('imports:write', 'accounts:read'));
  });
});
