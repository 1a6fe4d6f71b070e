import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { holdKey } from './idempotency.query.js';

it('the lock number of an idempotency key is the start of a SHA-256 digest, so that clients cannot choose it', () => {
  const digest = createHash('sha256').update('workspace key').digest('hex').slice(0, 16);
  const { text, values } = holdKey('workspace', 'key');
  expect(text).toContain('pg_try_advisory_xact_lock($1::bigint)');
  expect(values).toEqual([BigInt.asIntN(64, BigInt(`0x${digest}`))]);
});
