import type { Schema } from './openapi-types.js';
import { isNullable, isOfType, withoutNull } from './openapi-types.js';
import { decimalPattern, sharedField } from './shared-fields.js';

/** Schema of a class field. The example comes from `@example` in the field's docstring. */
type ScannedField = Schema & { readonly example?: unknown };

type Schemas = Readonly<Record<string, Schema>>;

/** Returns the published name of a class: `Account` for `AccountView`. The names of requests do not change. */
export function publishedName(className: string): string {
  return className.replace(/View$/, '');
}

/**
 * Returns the published schemas. All fields have a description and an example. Requests allow only the listed fields,
 * and response fields have the exact format of their values.
 */
export function openApiSchemas(schemas: Schemas): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [publishedName(name), openApiSchema(name, schema, schemas)]),
  );
}

/** Returns the published schema of a class, which is a request if its name ends with `Request`. */
export function openApiSchema(name: string, schema: Schema, schemas: Schemas): Schema {
  const isRequest = name.endsWith('Request');
  const answered: Readonly<Record<string, ScannedField>> = schemas[`${nounOf(name)}View`]?.properties ?? {};
  const properties = Object.entries(schema.properties ?? {}).map(([field, property]): [string, Schema] => {
    const { description = inheritedDescription(field, answered, isNullable(property)) } = property;
    const { example = answered[field]?.example } = property as ScannedField;
    const documented = { ...property, ...(description !== undefined && { description }) };
    return [field, publishedField(field, documented, example, isRequest, schemas)];
  });
  const { description = schemaDescription(name), ...described } = schema;
  return {
    ...described,
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(properties),
    ...(isRequest && { additionalProperties: false }),
  };
}

/**
 * Returns the description of the same field in the resource's view, or else the shared description for the field's
 * name.
 */
function inheritedDescription(
  field: string,
  answered: Readonly<Record<string, ScannedField>>,
  canBeNull: boolean,
): string | undefined {
  const description = answered[field]?.description ?? sharedField(field).description;
  return canBeNull || description === undefined ? description : withoutNull(description);
}

/** Returns the name of the resource. Its view also documents the fields of its other classes. */
function nounOf(className: string): string {
  const resource = className.replace(/^BatchUpdate/, 'Transaction').replace(/^(Create|Edit|Preview)/, '');
  return resource.replace(/(Reference|Summary|WithSecret)?(Request|View)$/, '');
}

/**
 * Returns the description of a request that creates or edits a resource. Undefined for other classes, which have
 * `@ApiSchema`.
 */
function schemaDescription(className: string): string | undefined {
  const [, verb, name] = /^(Create|Edit)(\w+)Request$/.exec(className) ?? [];
  const noun = name?.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  if (noun === undefined) return undefined;
  return verb === 'Create' ? `A new ${noun}.` : `Changes to the ${noun}. Omitted fields do not change.`;
}

function publishedField(
  field: string,
  scanned: ScannedField,
  given: unknown,
  isRequest: boolean,
  schemas: Schemas,
): Schema {
  const { example = given, allOf: [only, ...others] = [], ...schema } = scanned;
  if (schema.items?.properties) return { ...schema, items: row(schema.items, field, schemas) };
  if (schema.items) {
    const [element, list] = Array.isArray(example) ? [example[0] as unknown, { example }] : [example, {}];
    return { ...schema, ...list, items: publishedField(field, schema.items, element, isRequest, schemas) };
  }
  if (schema.properties) return row(schema, field, schemas);
  if (only) return others.length > 0 ? { ...schema, allOf: [only, ...others] } : { ...schema, ...only };
  if (schema.$ref !== undefined || schema.anyOf) return schema;
  const shared = sharedField(field);
  const shown = example ?? shared.example;
  const exact = isRequest ? withDefaultInWords(schema) : { ...schema, ...answerForm(schema, shared.form, example) };
  if (exact.enum || !isValueOf(exact, shown)) return exact;
  return { ...exact, examples: [shown] };
}

/**
 * Returns the schema of a row in an export. A column without a description inherits the description of the API field
 * with the same name.
 */
function row(schema: Schema, section: string, schemas: Schemas): Schema {
  const noun = `${section[0]!.toUpperCase()}${section.slice(1)}`.replace(/ies$/, 'y').replace(/s$/, '');
  const answered = schemas[`${noun}View`]?.properties ?? {};
  const columns = Object.entries(schema.properties!).map(([name, column]): [string, Schema] => {
    // A JSON column has no type and may be null.
    const { description = inheritedDescription(name, answered, column.type === undefined || isNullable(column)) } =
      column;
    return [name, { ...column, ...(description !== undefined && { description }) }];
  });
  return { ...schema, properties: Object.fromEntries(columns) };
}

/** Moves the default into the description, because generators treat a field with a default as required. */
function withDefaultInWords({ default: byDefault, ...schema }: Schema): Schema {
  if (byDefault === undefined) return schema;
  const value = typeof byDefault === 'string' ? byDefault : JSON.stringify(byDefault);
  const sentences = [schema.description, `Defaults to \`${value}\`.`].filter((text) => text !== undefined);
  return { ...schema, description: sentences.join(' ') };
}

/**
 * True if the example has the type of the schema. The example may come from a field with the same name but another
 * type.
 */
function isValueOf(schema: Schema, example: unknown): boolean {
  return isOfType(schema, Number.isInteger(example) ? 'integer' : typeof example);
}

/**
 * Returns constraints that a response class cannot express: numbers are integers, and strings have a format. The number
 * of decimals comes from the example.
 */
function answerForm(schema: Schema, form: Schema = {}, example?: unknown): Schema {
  const { minimum, ...text } = form;
  if (isOfType(schema, 'number')) {
    const type = Array.isArray(schema.type) ? ['integer', 'null'] : 'integer';
    return { type, ...(minimum !== undefined && { minimum }) };
  }
  if (!isOfType(schema, 'string') || schema.enum || schema.format || schema.pattern) return {};
  const [, decimals] = /^\d+\.(\d+)$/.exec(typeof example === 'string' ? example : '') ?? [];
  const isDecimal = decimals !== undefined && text.pattern?.includes('\\.');
  return isDecimal ? { pattern: decimalPattern(decimals.length) } : text;
}
