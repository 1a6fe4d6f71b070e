import { describe, expect, it } from '@jest/globals';
import { exampleOfSchema, laidOver } from './example-of-schema.js';
import type { Schema } from './openapi-types.js';

const account: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string', examples: ['BBVA Nómina'] },
    status: { type: 'string', enum: ['archived', 'active'] },
    archivedAt: { type: ['string', 'null'], examples: ['2026-11-20T10:32:27.123Z'] },
  },
};
const page: Schema = {
  type: 'object',
  properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Account' } } },
};

describe('the example of a schema', () => {
  it('the example of a response has every field, and null for fields that are usually null', () => {
    expect(exampleOfSchema(page, { Account: account })).toEqual({
      items: [{ name: 'BBVA Nómina', status: 'active', archivedAt: null }],
    });
  });

  it('the example resolves a schema reference inside allOf', () => {
    const described: Schema = { allOf: [{ $ref: '#/components/schemas/Account' }] };
    expect(exampleOfSchema(described, { Account: account })).toMatchObject({ name: 'BBVA Nómina' });
  });

  it('the example of a request has its required fields', () => {
    const request = { ...account, required: ['status'], additionalProperties: false };
    expect(exampleOfSchema(request, {})).toEqual({ status: 'active' });
  });

  it('the example of a request without required fields has one field', () => {
    expect(exampleOfSchema({ ...account, additionalProperties: false }, {})).toEqual({ name: 'BBVA Nómina' });
  });

  it('the example of a list has the required number of elements', () => {
    const parts: Schema = { type: 'array', minItems: 2, items: { type: 'integer', minimum: 1 } };
    expect(exampleOfSchema(parts, {}, 'splits')).toEqual([1, 1]);
    expect(exampleOfSchema({ type: 'array', items: { type: 'integer' } }, {}, 'splits')).toEqual([]);
  });

  it('given values replace fields of an example and do not change the others', () => {
    const derived = { items: [{ name: 'Nómina', status: 'live' }], nextCursor: null };
    expect(laidOver(derived, { items: [{ status: 'trashed' }] })).toEqual({
      items: [{ name: 'Nómina', status: 'trashed' }],
      nextCursor: null,
    });
    expect(laidOver(derived, undefined)).toBe(derived);
  });
});
