import { newId } from '../../../libs/kernel/src/id/id.js';
import type { OpenapiDocument, Schema } from '../../e2e/support/openapi-document.js';
import { resolved } from '../../e2e/support/openapi-document.js';
import type { Random } from './random.js';
import type { ResourceIds } from './resource-ids.js';
import { kindNamed } from './resource-ids.js';

const WORDS = [
  'Tacos',
  'OXXO',
  'Renta',
  'Nómina',
  'FARMACIA  SAN PABLO',
  'ñandú 李 🐦',
  '=1+1',
  'a',
  "O'Higgins",
  '%_\\',
];
const CURRENCIES = ['MXN', 'MXN', 'MXN', 'USD', 'EUR', 'JPY', 'XAU', 'ZZZ'];
const TYPE_KEYS = ['cash', 'checking', 'savings', 'investment', 'credit_card', 'loan', 'other_asset'];

/**
 * Sources of values: a random generator, the OpenAPI document, and the resources of the caller's and another workspace.
 */
export interface Source {
  readonly random: Random;
  readonly document: OpenapiDocument;
  readonly path: string;
  readonly own: ResourceIds;
  readonly foreign: ResourceIds;
}

/** Returns a value that the schema allows. Most IDs exist, so that many requests succeed. */
export function validValue(source: Source, schema: Schema, name: string): unknown {
  const { random, document } = source;
  const known = schema.$ref ? resolved(document, schema) : (schema.allOf?.[0] ?? schema);
  if (known.$ref) return validValue(source, known, name);
  const either = known.anyOf ?? known.oneOf;
  if (either) return validValue(source, random.oneOf(either), name);
  const types = [known.type].flat();
  if (types.includes('null') && random.happens(0.15)) return null;
  const kind = kindNamed(name, source.path);
  if (kind) return anId(source, kind);
  if (known.enum) return random.oneOf(known.enum);
  switch (types[0] ?? 'string') {
    case 'boolean':
      return random.happens(0.5);
    case 'integer':
      return Math.max(known.minimum ?? 0, random.whole(0, Math.min(known.maximum ?? 12, 12)));
    case 'array': {
      const count = random.whole(known.minItems ?? 0, (known.minItems ?? 0) + 2);
      return Array.from({ length: count }, () => validValue(source, known.items!, name));
    }
    case 'object':
      return validObject(source, known);
    default:
      return validText(source, known, name);
  }
}

/**
 * Returns an object with the required fields and some optional fields. Random fields are rarely consistent, so this
 * function adjusts them.
 */
export function validObject(source: Source, schema: Schema): Record<string, unknown> {
  const { random } = source;
  if (schema.oneOf) return validObject(source, resolved(source.document, random.oneOf(schema.oneOf)));
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || random.happens(0.35),
  );
  const result: Record<string, unknown> = {};
  for (const [name, field] of fields) result[name] = validValue(source, field, name);
  return random.happens(0.8) ? agreeing(source, result, schema) : result;
}

function anId({ random, own, foreign }: Source, kind: keyof ResourceIds): string {
  const dice = random.fraction();
  if (dice < 0.03) return newId();
  if (dice < 0.06 && foreign[kind].length > 0) return random.oneOf(foreign[kind]);
  if (dice < 0.08) return random.oneOf(Object.values(own).flat());
  return own[kind].length > 0 ? random.oneOf(own[kind]) : newId();
}

function validText({ random }: Source, schema: Schema, name: string): string {
  if (schema.format === 'date') return aDay(random);
  if (schema.format === 'date-time') return `${aDay(random)}T10:32:27.123Z`;
  if (schema.format === 'email') return random.oneOf(['ana@example.mx', 'a.b+c@example.com']);
  if (schema.format === 'binary') return aStatement(random);
  if (name === 'typeId') return random.oneOf(TYPE_KEYS);
  if (name === 'encoding') return random.oneOf(['utf-8', 'windows-1252', 'utf-16le', 'macintosh']);
  if (name === 'delimiter') return random.oneOf([',', ';', '\t', '|']);
  if (name === 'dateFormat') return random.oneOf(['dd/MM/yyyy', 'yyyy-MM-dd', 'd/M/yy', 'dd/MMM/yyyy']);
  const { pattern } = schema;
  if (pattern === '^[A-Z]{3}$') return random.oneOf(CURRENCIES);
  if (pattern === '^[0-9a-f]{64}$') return newId().replaceAll('-', '').repeat(2);
  if (pattern?.includes('{1,8}')) return `${random.whole(1, 30)}.${random.whole(0, 99_999_999)}`;
  if (pattern) return anAmount(random);
  const longest = schema.maxLength ?? 200;
  if (random.happens(0.03)) return '李'.repeat(longest);
  return [random.oneOf(WORDS), random.whole(1, 99)].join(' ').slice(0, longest);
}

export function aDay(random: Random): string {
  if (random.happens(0.05)) return random.oneOf(['1900-01-01', '2200-12-31', '2024-02-29', '2026-01-31']);
  return new Date(Date.UTC(2025, 10, random.whole(1, 500))).toISOString().slice(0, 10);
}

function anAmount(random: Random): string {
  if (random.happens(0.03)) return random.oneOf(['9999999999999.99', '0.01', '-0.01', '0', '0.00', '-9999999999999']);
  return `${random.whole(1, 900)}.${String(random.whole(0, 99)).padStart(2, '0')}`;
}

function aStatement(random: Random): string {
  const rows = Array.from(
    { length: random.whole(1, 6) },
    () => `${aDay(random)},${random.oneOf(WORDS)} ${random.whole(1, 9)},${random.oneOf(['', '-'])}${anAmount(random)}`,
  );
  return ['Fecha,Descripción,Monto', ...rows].join('\n');
}

const DEBTS = ['lent', 'borrowed', 'repayment_received', 'repayment_made'];

/**
 * Adds fields that must occur together, such as the contact of a debt, the receiving account of a transfer or the value
 * of a condition.
 */
function agreeing(source: Source, fields: Record<string, unknown>, schema: Schema): Record<string, unknown> {
  const { random, own } = source;
  if (schema.properties?.fixedRate) {
    if (fields['fxMode'] === 'fixed') fields['fixedRate'] = '17.5';
    else delete fields['fixedRate'];
  }
  if (schema.properties?.op && schema.properties.field) return aCondition(source, fields);
  if (fields['kind'] === 'set_category') fields['value'] = anId(source, 'category');
  if (!schema.properties?.toAccountId) return fields;
  const type = fields['type'] as string | undefined;
  if (DEBTS.includes(type ?? '')) fields['contactId'] ??= own.contact[0];
  else if (type) delete fields['contactId'];
  if (type === 'transfer') fields['toAccountId'] ??= random.oneOf(own.account);
  else delete fields['toAccountId'];
  if (type !== 'transfer' || random.happens(0.7)) delete fields['toAmount'];
  if (type !== 'expense' && type !== 'income') delete fields['categoryId'];
  if (fields['accountId']) delete fields['currency'];
  if (fields['splits'] && random.happens(0.9)) splitEvenly(fields);
  return fields;
}

function splitEvenly(fields: Record<string, unknown>): void {
  const { type } = fields;
  if ((type !== 'expense' && type !== 'income') || !Array.isArray(fields['splits']))
    return void delete fields['splits'];
  const parts = fields['splits'] as Record<string, unknown>[];
  delete fields['categoryId'];
  fields['splits'] = parts.map(({ categoryId }) => ({ amount: '10.00', ...(categoryId ? { categoryId } : {}) }));
  fields['amount'] = `${parts.length * 10}.00`;
}

function aCondition(source: Source, fields: Record<string, unknown>): Record<string, unknown> {
  const { random, own } = source;
  const text = random.oneOf(['oxxo', 'TACOS', 'ñ', '%', '^far(macia)?', '[a-z]+$']);
  const conditions: Record<string, [string[], () => unknown]> = {
    description: [['contains', 'not_contains', 'equals', 'starts_with', 'ends_with', 'matches'], () => text],
    notes: [['contains', 'not_contains', 'matches'], () => text],
    amount: [['eq', 'gt', 'gte', 'lt', 'lte'], () => anAmount(random)],
    date: [['on', 'before', 'after'], () => aDay(random)],
    accountId: [['is', 'is_not'], () => random.oneOf(own.account)],
    type: [['is', 'is_not'], () => random.oneOf(['expense', 'income'])],
    currency: [['is', 'is_not'], () => random.oneOf(['MXN', 'USD'])],
  };
  const [ops, value] = conditions[String(fields['field'])] ?? [['is_empty'], () => undefined];
  return { field: fields['field'], op: random.oneOf(ops), value: value() };
}
