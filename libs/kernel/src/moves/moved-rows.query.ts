import type { MovedTable } from './moved-table.js';
import { isReferred } from './moved-table.js';

// The statements that a copy of a workspace runs, made of what the catalogue says of a table. `moved-rows.golden.sql` has them.

/** A table of which rows were noted, with their keys as JSON. */
export interface ChangedTable extends MovedTable {
  readonly keys: string;
}

/** How many rows, and a sum over all that is in them. */
export interface Checksum extends Record<string, unknown> {
  readonly rows: string;
  readonly sum: string;
}

/** The temporary table of the target that its rows arrive in. */
export function staged({ name }: MovedTable): string {
  return `incoming_${name}`;
}

/** Makes the temporary table. */
export function staging(table: MovedTable): string {
  return `
    create temporary table ${staged(table)} on commit drop as ${shapeOf(table)} with no data;
    grant select on ${staged(table)} to centavo_mover;`;
}

/** All rows of the workspace. */
export function rowsOf(table: MovedTable, workspaceId: string): string {
  return `${shapeOf(table)} where ${isOf(workspaceId, table)}`;
}

/** Takes away all rows of the workspace. */
export function deletion(table: MovedTable, workspaceId: string): string {
  return `delete from ${table.name} t where ${isOf(workspaceId, table)}`;
}

/** Writes the rows that arrived. */
export function insertion(table: MovedTable): string {
  const columns = table.columns.map(quoted).join(', ');
  return `insert into ${table.name} (${columns}) overriding system value select ${columns} from ${staged(table)}`;
}

/** The rows that were noted to have changed and are still there. */
export function changedRows(table: MovedTable, workspaceId: string): string {
  return `${shapeOf(table)} join (${changedKeys(table, workspaceId)}) k on ${isSame(table.key, 't', 'k')}`;
}

/** Takes away rows that are gone; and those that are to be written again, unless others refer to them. */
export function removal(table: ChangedTable, all: readonly MovedTable[]): string {
  const conditions = [isSame(table.key, 't', 'k')];
  if (isReferred(table, all))
    conditions.push(`not exists (select from ${staged(table)} i where ${isSame(table.key, 'i', 'k')})`);
  return `delete from ${table.name} t using ${keysOf(table)} k where ${conditions.join(' and ')}`;
}

/** Writes the rows that arrived, over those that are still there because others refer to them. */
export function replacement(table: MovedTable, all: readonly MovedTable[]): string {
  if (!isReferred(table, all)) return insertion(table);
  const others = table.columns.filter((column) => !table.key.includes(column));
  const sets = others.map((column) => `${quoted(column)} = excluded.${quoted(column)}`);
  return `${insertion(table)} on conflict (${table.key.join(', ')}) do update set ${sets.join(', ')}`;
}

/** The checksum of all rows of the workspace. */
export function checksumOfAll(table: MovedTable, workspaceId: string): string {
  return checksum(table, `where ${isOf(workspaceId, table)}`);
}

/** One checksum of the rows that were noted, where they were noted. */
export function checksumAtSource(changed: readonly ChangedTable[], workspaceId: string): string {
  return checksumOfKeys(changed, (table) => `(${changedKeys(table, workspaceId)})`);
}

/** The same of the same keys, where nothing was noted. */
export function checksumAtTarget(changed: readonly ChangedTable[]): string {
  return checksumOfKeys(changed, keysOf);
}

function checksumOfKeys(changed: readonly ChangedTable[], keys: (table: ChangedTable) => string): string {
  const each = changed.map((table) => checksum(table, `join ${keys(table)} k on ${isSame(table.key, 't', 'k')}`));
  return `select sum(rows) as rows, sum(sum::numeric)::text as sum from (${each.join(' union all ')}) c`;
}

/** A sum over all that is in the rows, in whatever order. */
function checksum(table: MovedTable, which: string): string {
  return `
    select count(*) as rows, coalesce(sum(hashtextextended(row(${listOf(table)})::text, 0)), 0)::text as sum
    from ${table.name} t ${which}`;
}

/** The keys of rows of a table that were noted at the source. */
function changedKeys({ name, key }: MovedTable, workspaceId: string): string {
  return `
    select distinct ${key.map((one) => `k.${one}`).join(', ')}
    from kernel_changes c cross join lateral jsonb_populate_record(null::${name}, c.key) k
    where c.workspace_id = '${workspaceId}' and c.table_name = '${name}'`;
}

/** The keys that were noted, as a table of the target. */
function keysOf({ name, keys }: ChangedTable): string {
  return `jsonb_populate_recordset(null::${name}, '${keys.replaceAll("'", "''")}')`;
}

function shapeOf(table: MovedTable): string {
  return `select ${listOf(table)} from ${table.name} t`;
}

function isOf(workspaceId: string, { workspaceColumn }: MovedTable): string {
  return `t.${workspaceColumn} = '${workspaceId}'`;
}

function listOf({ columns }: MovedTable): string {
  return columns.map((column) => `t.${quoted(column)}`).join(', ');
}

function isSame(key: readonly string[], one: string, other: string): string {
  return key.map((column) => `${one}.${column} = ${other}.${column}`).join(' and ');
}

function quoted(column: string): string {
  return `"${column}"`;
}
