import type pg from 'pg';
import type { Statement } from '@app/kernel/pure';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

export async function asService<T>(client: pg.Client, workspaceId: string, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query(`set local role centavo_app; set local app.workspace_id = '${workspaceId}'`);
    return await work();
  } finally {
    await client.query('rollback');
  }
}

export async function planOf(
  client: pg.Client,
  { text, values }: Pick<Statement, 'text' | 'values'>,
): Promise<PlanNode> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, buffers, timing off, format json) ${text}`,
    [...values],
  );
  return rows[0]!['QUERY PLAN'][0].Plan;
}

export const everyNode = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(everyNode)];

/** Returns the number of rows that a plan read from a table, including rows that a filter removed. */
export function rowsRead(plan: PlanNode, table: string): number {
  return everyNode(plan)
    .filter((node) => node['Relation Name'] === table)
    .reduce(
      (sum, { 'Actual Rows': returned, 'Rows Removed by Filter': removed = 0, 'Actual Loops': loops }) =>
        sum + Math.round((returned + removed) * loops),
      0,
    );
}

export function scansOf(plan: PlanNode, table: string): number {
  return everyNode(plan)
    .filter((node) => node['Relation Name'] === table)
    .reduce((sum, { 'Actual Loops': loops }) => sum + loops, 0);
}
