import type { Schema } from './openapi-types.js';
import { isOfType } from './openapi-types.js';
import { meaningOf } from './field-examples.js';

/** The name of a class in the document: `AccountView` is published as `Account`, a request under its own name. */
export function publishedName(className: string): string {
  return className.replace(/View$/, '');
}

/**
 * The schemas of the classes as clients see them: a request takes no field but its own, a field of an answer has the exact
 * form that its name stands for, and every field has an example.
 */
export function openApiSchemas(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [publishedName(name), openApiSchema(name, schema)]),
  );
}

/** The schema of one class; a request is told by its name. */
export function openApiSchema(name: string, schema: Schema): Schema {
  const isRequest = name.endsWith('Request');
  const fields = Object.entries(schema.properties ?? {});
  const properties = fields.map(([field, property]) => [field, wireField(field, property, name, isRequest)] as const);
  const closed = isRequest ? { additionalProperties: false } : {};
  return { ...schema, properties: Object.fromEntries(properties), ...closed };
}

function wireField(field: string, schema: Schema, inClass: string, isRequest: boolean): Schema {
  if (schema.items) return { ...schema, items: wireField(field, schema.items, inClass, isRequest) };
  if (schema.$ref !== undefined || schema.anyOf || schema.allOf) return schema;
  const word = meaningOf(field, inClass);
  const exact = isRequest ? schema : { ...schema, ...answerForm(schema, word?.form) };
  if (exact.enum || !isValueOf(exact, word?.example)) return exact;
  return { ...exact, examples: [word!.example] };
}

/** A word may stand for an amount in one class and for the column of the amounts in another. */
function isValueOf(schema: Schema, example: unknown): boolean {
  return isOfType(schema, Number.isInteger(example) ? 'integer' : typeof example);
}

/** What the class of an answer cannot say of a field: that every number is whole, and how a text is written. */
function answerForm(schema: Schema, form: Schema | undefined): Schema {
  if (isOfType(schema, 'number')) {
    const type = Array.isArray(schema.type) ? ['integer', 'null'] : 'integer';
    return { type, ...(form?.minimum !== undefined && { minimum: form.minimum }) };
  }
  const says = !isOfType(schema, 'string') || schema.enum || schema.format || schema.pattern;
  return says || form === undefined || form.minimum !== undefined ? {} : form;
}
