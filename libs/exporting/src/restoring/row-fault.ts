import type { ExportedForm, ExportedTable } from '@app/kernel/pure';
import { exportedColumns, isDay, isNote } from '@app/kernel/pure';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{3}Z$/;

/** Deeper than any stored value, but safe for the call stack. */
const MAX_DEPTH = 20;
/** Longer than any stored string. */
const MAX_TEXT_LENGTH = 10_000;

const IS: Readonly<Record<ExportedForm, (value: unknown) => boolean>> = {
  text: isNote(MAX_TEXT_LENGTH),
  id: (value) => isLike(UUID, value),
  ids: (value) => Array.isArray(value) && value.every((id) => isLike(UUID, id)),
  day: isDay,
  instant: (value) => isLike(INSTANT, value) && isDay((value as string).slice(0, 10)),
  money: (value) => isLike(/^-?\d{1,22}\.\d{2}$/, value),
  rate: (value) => isLike(/^(?=.*[1-9])\d{1,10}\.\d{8}$/, value),
  integer: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  boolean: (value) => typeof value === 'boolean',
  json: (value) =>
    isShallow(value, MAX_DEPTH) && isKeepable(JSON.stringify(value)) && !JSON.stringify(value).includes('\\u0000'),
};

/**
 * Returns the reason why a row cannot be restored, as the end of a sentence. Undefined for a valid row. A row must have
 * exactly the fields of its section, with values that the API would accept. It may lack only fields that later versions
 * added.
 */
export function rowFault(table: ExportedTable, text: string): string | undefined {
  const row = parsed(text);
  if (row === undefined) return `is not a row of ${table.section}`;
  const columns = exportedColumns(table);
  const unknown = Object.keys(row).find((name) => !columns.some(({ field }) => field === name));
  if (unknown !== undefined) return `has an unknown field ${table.section}.${unknown}`;
  for (const { field, form, nullable, addedLater } of columns) {
    const value = row[field];
    if (value === undefined && addedLater) continue;
    if (value === undefined) return `lacks ${table.section}.${field}`;
    const isAllowed = table.allowed?.[field] ?? (() => true);
    if (value === null ? !nullable : !IS[form](value) || !isAllowed(value, row)) {
      return `has an invalid ${table.section}.${field}`;
    }
  }
  return undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const row: unknown = JSON.parse(text);
    return typeof row === 'object' && row !== null && !Array.isArray(row)
      ? (row as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function isLike(form: RegExp, value: unknown): boolean {
  return typeof value === 'string' && form.test(value);
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isShallow(member, depth - 1));
}

/** True for a string without lone surrogates or NUL, which PostgreSQL can store. */
function isKeepable(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}
