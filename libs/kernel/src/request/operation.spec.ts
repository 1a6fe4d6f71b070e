import { expect, it } from '@jest/globals';
import { isBulk } from './operation.js';

const summary = 'Change things';
const answer = Object;
const batch = { summary, answer, bulk: { list: 'operations', from: 3 } } as const;

it.each([
  ['an operation without bulk changes', { summary, answer }, {}, false],
  ['a bulk operation', { summary, answer, bulk: true } as const, undefined, true],
  ['a body without the field that makes it a bulk change', { summary, answer, bulk: ['moveTo'] }, { name: 'a' }, false],
  ['a body with the field that makes it a bulk change', { summary, answer, bulk: ['moveTo'] }, { moveTo: 'b' }, true],
  ['a short list', batch, { operations: [1, 2] }, false],
  ['a long list', batch, { operations: [1, 2, 3] }, true],
  ['a body without the list', batch, { operations: 'abc' }, false],
  ['a body that is not an object', batch, 'abc', false],
])('isBulk returns true only for bulk changes: %s', (_, operation, body, expected) => {
  expect(isBulk(operation, body)).toBe(expected);
});
