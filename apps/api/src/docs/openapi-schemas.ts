import type { Schema } from './openapi-types.js';
import { isOfType } from './openapi-types.js';
import { descriptionOf } from './field-descriptions.js';
import { meaningOf } from './field-examples.js';
import { schemaDescription } from './schema-descriptions.js';

/** A field as its class says it: its example is that of `@example` in the comment above it. */
type ScannedField = Schema & { readonly example?: unknown };

/** The name of a class in the document: `AccountView` is published as `Account`, a request under its own name. */
export function publishedName(className: string): string {
  return className.replace(/View$/, '');
}

/**
 * The schemas of the classes as clients see them: a request takes no field but its own, a field of an answer has the exact
 * form that its name stands for, and every field has a description and an example.
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
  const { description = schemaDescription(publishedName(name)), ...described } = schema;
  return {
    ...described,
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(properties),
    ...closed,
  };
}

/** A field as it is published; it says what it holds, even where its class does not. */
function wireField(field: string, schema: Schema, inClass: string, isRequest: boolean): Schema {
  const description = schema.description ?? descriptionOf(field, inClass);
  const described = description === undefined ? schema : { ...schema, description };
  return publishedField(field, described, inClass, isRequest);
}

function publishedField(field: string, schema: ScannedField, inClass: string, isRequest: boolean): Schema {
  if (schema.items?.properties) return { ...schema, items: row(schema.items) };
  if (schema.items) return { ...schema, items: publishedField(field, schema.items, inClass, isRequest) };
  if (schema.properties) return row(schema);
  if (schema.$ref !== undefined || schema.anyOf || schema.allOf) return schema;
  const word = meaningOf(field, inClass);
  const { example = word?.example, ...plain } = schema;
  const exact = isRequest ? withDefaultInWords(plain) : { ...plain, ...answerForm(plain, word?.form) };
  if (exact.enum || !isValueOf(exact, example)) return exact;
  return { ...exact, examples: [example] };
}

/** A row of an exported table: what a column holds follows from its name, or it is the same as in the table. */
function row(schema: Schema): Schema {
  const columns = Object.entries(schema.properties!).map(([name, column]): [string, Schema] => {
    const description = column.description ?? descriptionOf(name, '') ?? `\`${name}\`, as it is stored.`;
    return [name, { ...column, description }];
  });
  return { ...schema, properties: Object.fromEntries(columns) };
}

/** Generators of types take a field with a default for one that is always there, which it is not in a request. */
function withDefaultInWords({ default: byDefault, ...schema }: Schema): Schema {
  if (byDefault === undefined) return schema;
  const said = [schema.description, `By default ${JSON.stringify(byDefault)}.`].filter((text) => text !== undefined);
  return { ...schema, description: said.join(' ') };
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
