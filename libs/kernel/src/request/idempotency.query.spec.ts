import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { holdKey } from './idempotency.query.js';

it('the lock of an idempotency key has a number that no client can choose: 64 bits of a SHA-256', () => {
  const digest = createHash('sha256').update('workspace key').digest('hex').slice(0, 16);
  const { text, values } = holdKey('workspace', 'key');
  expect(text).toContain('pg_try_advisory_xact_lock($1::bigint)');
  expect(values).toEqual([BigInt.asIntN(64, BigInt(`0x${digest}`))]);
});
