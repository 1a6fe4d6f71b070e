import type pg from 'pg';
import type { BoundStatement } from './sql-tap.js';

/** Minimum number of rows of a large table. A query may read at most `MAX_ROWS` of them and sort at most `MAX_SORTED`. */
const MANY_ROWS = 20_000;
const MAX_ROWS = 2_000;
const MAX_SORTED = 3_660;
const EXPLAINED = /^\s*(select|with|insert|update|delete)\b/i;
const UNIQUE_VIOLATION = '23505';

export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

/**
 * Finds queries of a workspace that read all or much of a large table, or sort many rows. Runs each query again with
 * the same values and the role of the service, and rolls it back. A query that inserts the same row again fails early,
 * but other queries have the same plan.
 */
export async function planFaults(
  client: pg.Client,
  workspaceId: string,
  statements: readonly BoundStatement[],
): Promise<string[]> {
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_class where relkind in ('r', 'p') and reltuples >= $1`,
    [MANY_ROWS],
  );
  const large = new Set(rows.map(({ relname }) => relname));
  if (large.size === 0) throw new Error('no table is large');
  const faults: string[] = [];
  for (const { text, values } of statements.filter(({ text }) => EXPLAINED.test(text))) {
    await client.query('begin; set local role centavo_app');
    await client.query(`select set_config('app.workspace_id', $1, true)`, [workspaceId]);
    try {
      const { rows: answer } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        text: `explain (analyze, timing off, format json) ${text}`,
        values: [...values],
      });
      const [{ Plan: plan }] = answer[0]!['QUERY PLAN'];
      const what = text.trim().replace(/\s+/g, ' ').slice(0, 160);
      faults.push(...faultsOf(plan, large).map((fault) => `${fault}: ${what}`));
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    } finally {
      await client.query('rollback');
    }
  }
  return faults;
}

function faultsOf(plan: Plan, large: ReadonlySet<string>): string[] {
  const { 'Node Type': kind, 'Relation Name': table, 'Actual Loops': loops } = plan;
  const rows = Math.round((plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * loops);
  const below = (plan.Plans ?? []).flatMap((part) => faultsOf(part, large));
  const isLarge = table !== undefined && large.has(table);
  if (isLarge && kind === 'Seq Scan' && loops > 0) return [...below, `reads all of ${table}`];
  if (isLarge && kind.endsWith('Scan') && rows > MAX_ROWS) return [...below, `reads ${rows} rows of ${table}`];
  if (kind.endsWith('Sort') && rows > MAX_SORTED) return [...below, `sorts ${rows} rows`];
  return below;
}
