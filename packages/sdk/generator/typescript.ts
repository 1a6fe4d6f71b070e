import type { Schema } from './document.js';

export const HEAD =
  '// Generated from the OpenAPI document by packages/sdk/generator. Do not edit: UPDATE_GOLDEN=1 npm test -- packages/sdk\n\n';

/** Returns the type name of a schema. `Date` becomes `Day`, because `Date` is a class in JavaScript. */
export function typeName(schema: string): string {
  return schema === 'Date' ? 'Day' : schema;
}

export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return typeName(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
  if ('const' in schema) return literal(schema.const);
  // Sorts the values, because their order in the document depends on the compiler.
  if (schema.enum) return unionOf(schema.enum.map(literal).sort());
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return unionOf(either.map(typeOf));
  if (schema.allOf) return schema.allOf.map((part) => inParentheses(typeOf(part))).join(' & ');
  return unionOf([schema.type ?? []].flat().map((type) => typeOfOne(type, schema)));
}

function typeOfOne(type: string, schema: Schema): string {
  switch (type) {
    case 'string':
      return schema.format === 'binary' ? 'Upload' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return arrayOf(schema);
    case 'object':
      return schema.properties ? objectOf(schema) : 'Record<string, unknown>';
    default:
      return type;
  }
}

function arrayOf({ items = {}, minItems, maxItems }: Schema): string {
  if (maxItems === 0) return 'never[]';
  const item = typeOf(items);
  if (minItems === 2 && maxItems === 2) return `[${item}, ${item}]`;
  return `${inParentheses(item)}[]`;
}

export function objectOf({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const optional = required.includes(name) ? '' : '?';
    const type = optional ? `${typeOf(field)} | undefined` : typeOf(field);
    return `${comment(field.description)}${key(name)}${optional}: ${type};`;
  });
  return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('\n')}\n}`;
}

export function comment(...lines: readonly (string | undefined)[]): string {
  const text = lines
    .filter((line) => line !== undefined && line !== '')
    .join('\n\n')
    .replaceAll('*/', '* /');
  if (text === '') return '';
  return text.includes('\n')
    ? `/**\n${text
        .split('\n')
        .map((line) => ` * ${line}`.trimEnd())
        .join('\n')}\n */\n`
    : `/** ${text} */\n`;
}

export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : String(value);
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'unknown';
}

function inParentheses(type: string): string {
  return /[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type;
}
