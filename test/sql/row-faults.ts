import type { Column } from './described.js';
import type { DeclaredKey } from './readers.js';

/** How the driver hands over a value of each type; JSON is whatever was written into it. */
const KINDS: Readonly<Record<string, string>> = {
  smallint: 'number',
  integer: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  bytea: 'object',
  json: 'anything',
  jsonb: 'anything',
};

/** How the columns of a statement differ from the row that its reader declares, as sentences. */
export function rowFaults(columns: readonly Column[], keys: readonly DeclaredKey[]): string[] {
  return keys.flatMap(({ name, isOptional, admitsNull, kinds }) => {
    const column = columns.find((one) => one.name === name);
    if (!column)
      return isOptional ? [] : [`the row's "${name}" is not answered (${columns.map((one) => one.name).join(', ')})`];
    const kind = column.type.endsWith('[]') ? 'array' : (KINDS[column.type] ?? 'string');
    const fits = kind === 'anything' || kinds.includes('anything') || kinds.includes(kind);
    return [
      ...(fits ? [] : [`the row's "${name}" is a ${kinds.join(' or ')}, but ${column.type} arrives as a ${kind}`]),
      ...(column.isNullable && !admitsNull && !isOptional ? [`the row's "${name}" may be null`] : []),
    ];
  });
}
