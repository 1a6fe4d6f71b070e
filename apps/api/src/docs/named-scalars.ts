import { TRANSACTION_TYPES } from '@app/ledger';
import type { OpenApi, Schema } from './openapi-types.js';

/** The values that most fields are made of, each under a name of its own, so that clients get one type for each. */
const SCALARS: Readonly<Record<string, Schema>> = {
  Uuid: { type: 'string', format: 'uuid', description: 'An id, as UUID version 7.' },
  Date: { type: 'string', format: 'date', description: 'A calendar day in Mexico City: YYYY-MM-DD.' },
  Timestamp: { type: 'string', format: 'date-time', description: 'An instant in UTC, to the millisecond.' },
  Money: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$', description: 'An amount of money with exactly two decimals.' },
  MoneyInput: {
    type: 'string',
    pattern: '^-?\\d{1,13}(\\.\\d{1,2})?$',
    description: 'An amount of money as it may be sent: up to two decimals, never a number.',
  },
  Rate: { type: 'string', pattern: '^-?\\d+\\.\\d{8}$', description: 'A rate with exactly eight decimals.' },
  CurrencyCode: { type: 'string', pattern: '^[A-Z]{3}$', description: 'A currency by its ISO 4217 code.' },
  TransactionType: { type: 'string', enum: [...TRANSACTION_TYPES], description: 'What a transaction is.' },
};

/** What a field may say of its own beside the form of its value. */
const ANNOTATIONS = ['description', 'examples', 'default', 'deprecated'] as const;

/** The document with a reference to the named value wherever a field has exactly its form. */
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

/** The reference in place of a value that has a name; one that may be null is either of the two. */
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

/** Everything that a schema demands of a value, null aside, as one text to compare. */
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
