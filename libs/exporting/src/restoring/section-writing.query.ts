import type { ExportedColumn, ExportedForm, ExportedTable, Statement } from '@app/kernel';
import { exportedColumns } from '@app/kernel';

const TYPES: Readonly<Record<ExportedForm, string>> = {
  text: 'text',
  id: 'uuid',
  ids: 'uuid[]',
  day: 'date',
  instant: 'timestamptz',
  money: 'numeric',
  rate: 'numeric',
  integer: 'integer',
  boolean: 'boolean',
  json: 'json',
};

/** Factors that convert exported decimals to stored integers. */
const SCALES: Readonly<Partial<Record<ExportedForm, string>>> = { money: '100', rate: '100000000' };

function restoredValue({ field, form, write }: ExportedColumn): string {
  if (write !== undefined) return write;
  const scale = SCALES[form];
  return scale === undefined ? `r."${field}"` : `r."${field}" * ${scale}`;
}

function rowsFrom(table: ExportedTable): string {
  const fields = exportedColumns(table).map(({ field, form }) => `"${field}" ${TYPES[form]}`);
  return `json_to_recordset($2::json) as r (${fields.join(', ')})`;
}

export function enterRows(table: ExportedTable, workspaceId: string, rows: readonly string[]): Statement {
  const columns = exportedColumns(table).map((column) => [column.column, restoredValue(column)] as const);
  const all = [...columns, ...Object.entries(table.computed ?? {})];
  return {
    text: `
      insert into ${table.table} (workspace_id, ${all.map(([column]) => column).join(', ')})
      select $1::uuid, ${all.map(([, value]) => value).join(', ')}
      from ${rowsFrom(table)}`,
    values: [workspaceId, `[${rows.join()}]`],
  };
}

/**
 * Returns the statement that updates the workspace's row. It returns no row if the export differs in a field that must
 * not change.
 */
export function overwriteWorkspace(table: ExportedTable, workspaceId: string, row: string): Statement {
  const columns = exportedColumns(table).map((column) => `${column.column} = ${restoredValue(column)}`);
  const unchanged = exportedColumns(table)
    .filter(({ field }) => table.unchanged?.includes(field))
    .map((column) => `and t.${column.column} = ${restoredValue(column)}`);
  return {
    text: `
      update ${table.table} t set ${columns.join(', ')}
      from ${rowsFrom(table)}
      where t.id = $1 ${unchanged.join(' ')} returning t.id`,
    values: [workspaceId, `[${row}]`],
  };
}

/** Selects the sections that have rows, including drafts and expired trash. */
export function sectionsInUse(tables: readonly ExportedTable[], workspaceId: string): Statement {
  const looks = tables.map(
    ({ section, table }) =>
      `select '${section}' as section where exists (select from ${table} where workspace_id = $1)`,
  );
  return { text: looks.join('\nunion all '), values: [workspaceId] };
}

export function brokenRow(
  table: ExportedTable,
  tables: readonly ExportedTable[],
  workspaceId: string,
): Statement | undefined {
  const columns = exportedColumns(table);
  const looks = Object.entries(table.references ?? {}).map(([field, section]) => {
    const { column } = columns.find((candidate) => candidate.field === field)!;
    const referenced = tables.find((candidate) => candidate.section === section)!;
    return `
      (select t.${column}::text as id, '${field} refers to a missing row of ${section}' as because from ${table.table} t
      where t.workspace_id = $1 and t.${column} is not null and not exists (
        select from ${referenced.table} o where o.workspace_id = $1 and o.id = t.${column}) limit 1)`;
  });
  if (table.impossible) {
    const { rows, because } = table.impossible;
    looks.push(`(select broken.id::text, '${because}' as because from (${rows}) broken limit 1)`);
  }
  return looks.length === 0 ? undefined : { text: looks.join('\nunion all '), values: [workspaceId] };
}
