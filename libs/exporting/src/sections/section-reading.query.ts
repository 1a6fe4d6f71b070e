import type { ExportedColumn, ExportedForm, ExportedTable, Statement, UnitOfWork } from '@app/kernel';
import { exportedColumns } from '@app/kernel';

/** Target number of characters per batch. */
const TARGET_BATCH = 256 * 1024;
const FIRST_FETCH = 1;
const LARGEST_FETCH = 1_000;

const WRITTEN: Readonly<Record<ExportedForm, (value: string) => string>> = {
  text: (value) => value,
  id: (value) => value,
  ids: (value) => value,
  day: (value) => value,
  instant: (value) => `instant_text(${value})`,
  money: (value) => `money_text(${value})`,
  rate: (value) => `rate_text(${value})`,
  integer: (value) => value,
  boolean: (value) => value,
  json: (value) => value,
};

function readOf({ column, form, read }: ExportedColumn): string {
  return read ?? WRITTEN[form](`t.${column}`);
}

function rowsText(table: ExportedTable, workspaceColumn: string): string {
  const fields = exportedColumns(table).map((column) => `${readOf(column)} as "${column.field}"`);
  return `
    select (select row_to_json(item)::text from (select ${fields.join(', ')}) item) as row
    from ${table.table} t ${table.joined ?? ''}
    where t.${workspaceColumn} = $1::uuid and $2::timestamptz is not null ${table.which ? `and ${table.which}` : ''}
    order by ${table.order}`;
}

export function workspaceRow(table: ExportedTable, workspaceId: string, now: Date): Statement {
  return { text: rowsText(table, 'id'), values: [workspaceId, now] };
}

export function sectionRows(table: ExportedTable, workspaceId: string, now: Date): Statement {
  return { text: rowsText(table, 'workspace_id'), values: [workspaceId, now] };
}

/**
 * Reads the rows of a table in the current snapshot. Adapts the batch size to the length of the rows to limit memory.
 */
export async function* rowBatches(work: UnitOfWork, table: ExportedTable, now: Date): AsyncGenerator<string[]> {
  const cursor = `export_${table.table}`;
  const { text, values } = sectionRows(table, work.workspaceId, now);
  await work.query({ text: `declare ${cursor} no scroll cursor for ${text}`, values });
  for (let count = FIRST_FETCH; ;) {
    const rows = await work.query<{ row: string }>({ text: `fetch forward ${count} from ${cursor}`, values: [] });
    if (rows.length === 0) break;
    const batch = rows.map(({ row }) => row);
    yield batch;
    const size = batch.reduce((sum, row) => sum + row.length, 0) / batch.length;
    count = Math.min(table.maxBatch ?? LARGEST_FETCH, count * 8, Math.max(1, Math.floor(TARGET_BATCH / size)));
  }
  await work.query({ text: `close ${cursor}`, values: [] });
}
