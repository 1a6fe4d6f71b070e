import { expect, it } from '@jest/globals';
import { isId, newId, NOTHING_ID } from './id.js';
import { requestIdOf } from '../request/request-id.js';

it('new IDs are UUIDv7 and increase, even within a millisecond', () => {
  const ids = Array.from({ length: 2000 }, newId);
  expect(ids.every(isId)).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

it.each([
  '',
  'nope',
  NOTHING_ID,
  '9b2e8a3c-1f4d-4a6b-8c7d-0e1f2a3b4c5d',
  '019AA0C2-7D1E-7C43-9A57-3F1C8E2B6D04',
  '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04\n',
  null,
  5,
])('%p is not an ID', (value) => {
  expect(isId(value)).toBe(false);
});

it('requestIdOf returns a valid ID from the client, and a new ID otherwise', () => {
  expect(requestIdOf('abc-123_X.y')).toBe('abc-123_X.y');
  for (const header of [undefined, '', 'a b', 'x'.repeat(129), 'é', ['a', 'b']])
    expect(isId(requestIdOf(header))).toBe(true);
});
