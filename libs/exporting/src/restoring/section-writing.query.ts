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

/** How many of the kept integer a written unit is. */
const SCALES: Readonly<Partial<Record<ExportedForm, string>>> = { money: '100', rate: '100000000' };

function restoredValue({ field, form, write }: ExportedColumn): string {
  if (write !== undefined) return write;
  const scale = SCALES[form];
  return scale === undefined ? `r."${field}"` : `r."${field}" * ${scale}`;
}

/** The exported rows, given as the texts of JSON objects, as the row `r`. */
function rowsFrom(table: ExportedTable): string {
  const fields = exportedColumns(table).map(({ field, form }) => `"${field}" ${TYPES[form]}`);
  return `json_to_recordset($2::json) as r (${fields.join(', ')})`;
}

/** Enters rows of a section in the order given, with the columns that follow from them. */
export function enterRows(table: ExportedTable, workspaceId: string, rows: readonly string[]): Statement {
  const columns = exportedColumns(table).map((one) => [one.column, restoredValue(one)] as const);
  const all = [...columns, ...Object.entries(table.computed ?? {})];
  return {
    text: `
      insert into ${table.table} (workspace_id, ${all.map(([column]) => column).join(', ')})
      select $1::uuid, ${all.map(([, value]) => value).join(', ')}
      from ${rowsFrom(table)}`,
    values: [workspaceId, `[${rows.join()}]`],
  };
}

/** Gives the workspace's own row, which is there already, what the export says of it; no row where that may not be. */
export function overwriteWorkspace(table: ExportedTable, workspaceId: string, row: string): Statement {
  const columns = exportedColumns(table).map((one) => `${one.column} = ${restoredValue(one)}`);
  const unchanged = exportedColumns(table)
    .filter(({ field }) => table.unchanged?.includes(field))
    .map((one) => `and t.${one.column} = ${restoredValue(one)}`);
  return {
    text: `
      update ${table.table} t set ${columns.join(', ')}
      from ${rowsFrom(table)}
      where t.id = $1 ${unchanged.join(' ')} returning t.id`,
    values: [workspaceId, `[${row}]`],
  };
}

/** Which of the sections hold anything in a workspace, drafts and expired trash too: one row for each, with its name. */
export function sectionsInUse(tables: readonly ExportedTable[], workspaceId: string): Statement {
  const looks = tables.map(
    ({ section, table }) =>
      `select '${section}' as section where exists (select from ${table} where workspace_id = $1)`,
  );
  return { text: looks.join('\nunion all '), values: [workspaceId] };
}

/** A row of a section that names nothing in another section by a field, or cannot be true; none where all is well. */
export function brokenRow(
  table: ExportedTable,
  tables: readonly ExportedTable[],
  workspaceId: string,
): Statement | undefined {
  const columns = exportedColumns(table);
  const looks = Object.entries(table.references ?? {}).map(([field, section]) => {
    const { column } = columns.find((one) => one.field === field)!;
    const other = tables.find((one) => one.section === section)!;
    return `
      (select t.${column}::text as id, '${field} names nothing in ${section}' as because from ${table.table} t
      where t.workspace_id = $1 and t.${column} is not null and not exists (
        select from ${other.table} o where o.workspace_id = $1 and o.id = t.${column}) limit 1)`;
  });
  if (table.impossible) {
    const { rows, because } = table.impossible;
    looks.push(`(select broken.id::text, '${because}' as because from (${rows}) broken limit 1)`);
  }
  return looks.length === 0 ? undefined : { text: looks.join('\nunion all '), values: [workspaceId] };
}
