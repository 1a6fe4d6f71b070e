import type { Schema } from './openapi-types.js';
import { isOfType, referredName } from './openapi-types.js';
import { isEmptyInExamples } from './shared-fields.js';

type Schemas = Readonly<Record<string, Schema>>;

/** Enum values that examples use if they are allowed. */
const PLAIN_WORDS = ['live', 'active', 'auto', 'expense', 'free', 'draft', 'ready', 'asset', 'month', '.'];
/** Fields that an example of an edit without required fields uses, in order of preference. */
const PLAIN_CHANGES = ['name', 'amount', 'rate'];

/**
 * Builds an example from the examples of the fields. A request contains only its required fields, a response all
 * fields.
 */
export function exampleOfSchema(schema: Schema, schemas: Schemas, field = ''): unknown {
  const isEmpty = isEmptyInExamples(field);
  if (schema.$ref !== undefined) {
    const name = referredName(schema.$ref);
    const referred = schemas[name]!;
    const [form] = referred.oneOf ?? [];
    return exampleOfSchema(form ? schemas[referredName(form.$ref!)]! : referred, schemas, field);
  }
  if (isEmpty && allowsNull(schema)) return null;
  const [inner] = schema.anyOf ?? schema.allOf ?? [];
  if (inner) return exampleOfSchema(inner, schemas, field);
  if (schema.enum) return PLAIN_WORDS.find((word) => schema.enum!.includes(word)) ?? schema.enum[0];
  if (isOfType(schema, 'array')) {
    const length = schema.minItems ?? (isEmpty ? 0 : 1);
    return Array.from({ length }, () => exampleOfSchema(schema.items!, schemas, field));
  }
  if (schema.examples) return schema.examples[0];
  if (schema.properties) return exampleOfObject(schema, schemas);
  if (isOfType(schema, 'null')) return null;
  if (isOfType(schema, 'boolean')) return false;
  if (isOfType(schema, 'integer')) return schema.minimum ?? 1;
  return isOfType(schema, 'object') ? {} : '';
}

function exampleOfObject(schema: Schema, schemas: Schemas): object {
  const properties = Object.entries(schema.properties!);
  const names = properties.map(([name]) => name);
  const plain = PLAIN_CHANGES.find((name) => names.includes(name)) ?? names[0];
  const shown = schema.additionalProperties === false ? (schema.required ?? [plain]) : names;
  return Object.fromEntries(
    properties
      .filter(([name]) => shown.includes(name))
      .map(([name, property]) => [name, exampleOfSchema(property, schemas, name)]),
  );
}

/**
 * Merges values into an example: `{ status: 'trashed' }` replaces only the status. Merges objects field by field, and
 * each element of a list with the first element of the example's list.
 */
export function laidOver(example: unknown, given: unknown): unknown {
  if (given === undefined) return example;
  if (Array.isArray(given) && Array.isArray(example)) return given.map((element) => laidOver(example[0], element));
  if (!isObject(given) || !isObject(example)) return given;
  const fields = Object.entries(given).map(([name, value]) => [name, laidOver(example[name], value)]);
  return { ...example, ...(Object.fromEntries(fields) as object) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function allowsNull(schema: Schema): boolean {
  return isOfType(schema, 'null') || (schema.anyOf ?? []).some(allowsNull);
}
