import { newId } from '../../libs/kernel/src/request/id.js';
import type { Json } from '../e2e/support/client.js';
import type { Draw } from './draw.js';
import { resolved } from './published-operations.js';
import type { Things } from './things.js';
import { kindNamed } from './things.js';

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

/** What values are drawn from: chance, the document, and what there is in the caller's workspace and in another. */
export interface Source {
  readonly draw: Draw;
  readonly document: Json;
  readonly path: string;
  readonly own: Things;
  readonly foreign: Things;
}

/** A value that the document allows. Ids are mostly of what exists, so that much of what is drawn is also done. */
export function validValue(source: Source, schema: Json, name: string): unknown {
  const { draw, document } = source;
  const known = schema.$ref ? resolved(document, schema) : (schema.allOf?.[0] ?? schema);
  if (known.$ref) return validValue(source, known, name);
  if (known.anyOf) return validValue(source, draw.oneOf(known.anyOf as Json[]), name);
  const types = [known.type].flat() as string[];
  if (types.includes('null') && draw.happens(0.15)) return null;
  const kind = kindNamed(name, source.path);
  if (kind) return anId(source, kind);
  if (known.enum) return draw.oneOf(known.enum as unknown[]);
  switch (types[0] ?? 'string') {
    case 'boolean':
      return draw.happens(0.5);
    case 'integer':
      return Math.max(known.minimum ?? 0, draw.whole(0, Math.min(known.maximum ?? 12, 12)));
    case 'array': {
      const count = draw.whole(known.minItems ?? 0, (known.minItems ?? 0) + 2);
      return Array.from({ length: count }, () => validValue(source, known.items, name));
    }
    case 'object':
      return validObject(source, known);
    default:
      return validText(source, known, name);
  }
}

/** The required fields and some of the others, made to agree with each other where chance would hardly get there. */
export function validObject(source: Source, schema: Json): Record<string, unknown> {
  const { draw } = source;
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>).filter(
    ([name]) => (schema.required as string[] | undefined)?.includes(name) || draw.happens(0.35),
  );
  const made: Record<string, unknown> = {};
  for (const [name, field] of fields) made[name] = validValue(source, field, name);
  return draw.happens(0.8) ? agreeing(source, made, schema) : made;
}

function anId({ draw, own, foreign }: Source, kind: keyof Things): string {
  const dice = draw.fraction();
  if (dice < 0.03) return newId();
  if (dice < 0.06 && foreign[kind].length > 0) return draw.oneOf(foreign[kind]);
  if (dice < 0.08) return draw.oneOf(Object.values(own).flat());
  return own[kind].length > 0 ? draw.oneOf(own[kind]) : newId();
}

function validText({ draw }: Source, schema: Json, name: string): string {
  if (schema.format === 'date') return aDay(draw);
  if (schema.format === 'date-time') return `${aDay(draw)}T10:32:27.123Z`;
  if (schema.format === 'email') return draw.oneOf(['ana@example.mx', 'a.b+c@example.com']);
  if (schema.format === 'binary') return aStatement(draw);
  if (name === 'typeId') return draw.oneOf(TYPE_KEYS);
  if (name === 'encoding') return draw.oneOf(['utf-8', 'windows-1252', 'utf-16le', 'macintosh']);
  if (name === 'delimiter') return draw.oneOf([',', ';', '\t', '|']);
  if (name === 'dateFormat') return draw.oneOf(['dd/MM/yyyy', 'yyyy-MM-dd', 'd/M/yy', 'dd/MMM/yyyy']);
  const pattern = schema.pattern as string | undefined;
  if (pattern === '^[A-Z]{3}$') return draw.oneOf(CURRENCIES);
  if (pattern?.includes('{1,8}')) return `${draw.whole(1, 30)}.${draw.whole(0, 99_999_999)}`;
  if (pattern) return anAmount(draw);
  const longest = (schema.maxLength as number | undefined) ?? 200;
  if (draw.happens(0.03)) return '李'.repeat(longest);
  return [draw.oneOf(WORDS), draw.whole(1, 99)].join(' ').slice(0, longest);
}

export function aDay(draw: Draw): string {
  if (draw.happens(0.05)) return draw.oneOf(['1900-01-01', '2200-12-31', '2024-02-29', '2026-01-31']);
  return new Date(Date.UTC(2025, 10, draw.whole(1, 500))).toISOString().slice(0, 10);
}

function anAmount(draw: Draw): string {
  if (draw.happens(0.03)) return draw.oneOf(['9999999999999.99', '0.01', '-0.01', '0', '0.00', '-9999999999999']);
  return `${draw.whole(1, 900)}.${String(draw.whole(0, 99)).padStart(2, '0')}`;
}

function aStatement(draw: Draw): string {
  const rows = Array.from(
    { length: draw.whole(1, 6) },
    () => `${aDay(draw)},${draw.oneOf(WORDS)} ${draw.whole(1, 9)},${draw.oneOf(['', '-'])}${anAmount(draw)}`,
  );
  return ['Fecha,Descripción,Monto', ...rows].join('\n');
}

const DEBTS = ['lent', 'borrowed', 'repayment_received', 'repayment_made'];

/** The same with what goes together: a debt with its contact, a transfer with its receiver, a condition with its value. */
function agreeing(source: Source, made: Record<string, unknown>, schema: Json): Record<string, unknown> {
  const { draw, own } = source;
  if (schema.properties?.fixedRate) {
    if (made['fxMode'] === 'fixed') made['fixedRate'] = '17.5';
    else delete made['fixedRate'];
  }
  if (schema.properties?.op) return aCondition(source, made);
  if (made['kind'] === 'set_category') made['value'] = anId(source, 'category');
  if (!schema.properties?.toAccountId) return made;
  const type = made['type'] as string | undefined;
  if (DEBTS.includes(type ?? '')) made['contactId'] ??= own.contact[0];
  else if (type) delete made['contactId'];
  if (type === 'transfer') made['toAccountId'] ??= draw.oneOf(own.account);
  else delete made['toAccountId'];
  if (type !== 'transfer' || draw.happens(0.7)) delete made['toAmount'];
  if (type !== 'expense' && type !== 'income') delete made['categoryId'];
  if (made['accountId']) delete made['currency'];
  if (made['splits'] && draw.happens(0.9)) splitEvenly(made);
  return made;
}

function splitEvenly(made: Record<string, unknown>): void {
  const { type } = made;
  if ((type !== 'expense' && type !== 'income') || !Array.isArray(made['splits'])) return void delete made['splits'];
  const parts = made['splits'] as Record<string, unknown>[];
  delete made['categoryId'];
  made['splits'] = parts.map(({ categoryId }) => ({ amount: '10.00', ...(categoryId ? { categoryId } : {}) }));
  made['amount'] = `${parts.length * 10}.00`;
}

function aCondition(source: Source, made: Record<string, unknown>): Record<string, unknown> {
  const { draw, own } = source;
  const text = draw.oneOf(['oxxo', 'TACOS', 'ñ', '%', '^far(macia)?', '[a-z]+$']);
  const conditions: Record<string, [string[], () => unknown]> = {
    description: [['contains', 'not_contains', 'equals', 'starts_with', 'ends_with', 'matches'], () => text],
    notes: [['contains', 'not_contains', 'matches'], () => text],
    amount: [['eq', 'gt', 'gte', 'lt', 'lte'], () => anAmount(draw)],
    date: [['on', 'before', 'after'], () => aDay(draw)],
    accountId: [['is', 'is_not'], () => draw.oneOf(own.account)],
    type: [['is', 'is_not'], () => draw.oneOf(['expense', 'income'])],
    currency: [['is', 'is_not'], () => draw.oneOf(['MXN', 'USD'])],
  };
  const [ops, value] = conditions[String(made['field'])] ?? [['is_empty'], () => undefined];
  return { field: made['field'], op: draw.oneOf(ops), value: value() };
}
