import { TRANSACTION_TYPES } from '@app/ledger';
import type { OpenApi, Schema } from './openapi-types.js';

/** Schemas of common values. They have names, so that generated clients have one type for each. */
const SCALARS: Readonly<Record<string, Schema>> = {
  Uuid: { type: 'string', format: 'uuid', description: 'ID, a UUID version 7.' },
  Date: { type: 'string', format: 'date', description: 'Date in Mexico City: YYYY-MM-DD.' },
  Timestamp: { type: 'string', format: 'date-time', description: 'Timestamp in UTC with milliseconds.' },
  Money: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$', description: 'Amount with exactly two decimals.' },
  MoneyInput: {
    type: 'string',
    pattern: '^-?\\d{1,13}(\\.\\d{1,2})?$',
    description: 'Amount with up to two decimals, as a string.',
  },
  Rate: { type: 'string', pattern: '^-?\\d+\\.\\d{8}$', description: 'Exchange rate with exactly eight decimals.' },
  CurrencyCode: { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217 currency code.' },
  TransactionType: { type: 'string', enum: [...TRANSACTION_TYPES], description: 'Type of transaction.' },
};

/** Keys that remain in a field next to its reference to a named schema. */
const ANNOTATIONS = ['description', 'examples', 'default', 'deprecated'] as const;

/** Replaces each schema that is equal to a named schema with a reference. */
export function withNamedScalars(document: OpenApi): OpenApi {
  const { schemas } = document.components;
  const named = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, referring(schema)]));
  const all = Object.entries({ ...SCALARS, ...named }).sort(([a], [b]) => a.localeCompare(b));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(all) } };
}

function referring(schema: Schema): Schema {
  const { properties, items, anyOf, allOf } = schema;
  if (properties) return { ...schema, properties: mapValues(properties, referring) };
  if (items) return { ...schema, items: referring(items) };
  if (anyOf) return { ...schema, anyOf: anyOf.map(referring) };
  if (allOf) return { ...schema, allOf: allOf.map(referring) };
  return namedValue(schema) ?? schema;
}

/**
 * Returns a reference to the named schema that is equal to this schema, in an `anyOf` with null if this schema is
 * nullable. Returns null if no named schema is equal to it.
 */
function namedValue(schema: Schema): Schema | null {
  const types = [schema.type].flat();
  const isNullable = types.includes('null');
  const own = Object.fromEntries(ANNOTATIONS.flatMap((key) => (key in schema ? [[key, schema[key]]] : [])));
  const form = formOf(schema);
  const name = Object.keys(SCALARS).find((each) => formOf(SCALARS[each]!) === form);
  if (name === undefined) return null;
  const reference = { $ref: `#/components/schemas/${name}` };
  return isNullable ? { ...own, anyOf: [reference, { type: 'null' }] } : { ...own, ...reference };
}

/** Returns the constraints of a schema, without nullability, as a string to compare. */
function formOf(schema: Schema): string {
  const demands = Object.entries(schema).filter(([key]) => !(ANNOTATIONS as readonly string[]).includes(key));
  const plain = demands.map(([key, value]): [string, unknown] => {
    if (key === 'type') return [key, [value].flat().filter((type) => type !== 'null')];
    if (key === 'enum') return [key, (value as string[]).filter((each) => each !== null).sort()];
    return [key, value];
  });
  return JSON.stringify(plain.sort(([a], [b]) => a.localeCompare(b)));
}

function mapValues(record: Readonly<Record<string, Schema>>, map: (schema: Schema) => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
