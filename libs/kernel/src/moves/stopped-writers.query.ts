import type { Client } from 'pg';
import { isLockTimeout } from '../database/database-error.js';
import type { Statement } from '../sql/statement.js';
import { inTransaction } from './workspace-copy.query.js';

/** Whoever wants to write meanwhile waits for so long, and no longer, behind one who does not come to an end. */
const PATIENCE_MS = 400;

/**
 * Does one statement at a moment at which nothing is being written in a workspace: who began before has ended, and who begins later sees
 * what it says. Writers of the workspace are held off; so are administrators at work in all of the shard, where it is for them too.
 * @returns its rows; null where somebody went on writing for too long
 */
export async function betweenWriters(
  client: Client,
  workspaceId: string,
  { operatorsToo }: { readonly operatorsToo: boolean },
  statement: Statement,
): Promise<Record<string, unknown>[] | null> {
  const keys = [`kernel_stays ${workspaceId}`, ...(operatorsToo ? ['kernel_stays'] : [])];
  try {
    return await inTransaction(client, workspaceId, '', async () => {
      await client.query(`set local lock_timeout = ${PATIENCE_MS}`);
      for (const key of keys) await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
      return (await client.query<Record<string, unknown>>({ ...statement, values: [...statement.values] })).rows;
    });
  } catch (error) {
    if (isLockTimeout(error)) return null;
    throw error;
  }
}

/** Holds off others who would move the same workspace, until the connection ends; false where one is at it. */
export async function holdAlone(client: Client, workspaceId: string): Promise<boolean> {
  const key = `kernel_moves ${workspaceId}`;
  const text = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as held';
  return (await client.query<{ held: boolean }>(text, [key])).rows[0]!.held;
}
