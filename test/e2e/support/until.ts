/* eslint-disable no-restricted-imports, no-restricted-syntax -- polls a condition with a timeout */
import { setTimeout as pause } from 'node:timers/promises';

const POLL_INTERVAL_MS = 25;
export const GIVE_UP_AFTER_MS = 150_000;

/**
 * Waits until a condition is true.
 * @param longestMs time limit that a robustness test checks; other tests omit it
 * @throws Error if the condition is still false after that time
 */
export async function until(condition: () => Promise<boolean> | boolean, longestMs = GIVE_UP_AFTER_MS): Promise<void> {
  const began = performance.now();
  while (!(await condition())) {
    if (performance.now() - began > longestMs) throw new Error(`still false after ${longestMs} ms`);
    await pause(POLL_INTERVAL_MS);
  }
}

interface Queries {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** Waits until another database session is blocked by the client's transaction. */
export async function untilBlockedBy(client: Queries, database: Queries): Promise<void> {
  const { rows } = (await client.query('select pg_backend_pid() as pid')) as { rows: [{ pid: number }] };
  const blocked = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
  await until(async () => ((await database.query(blocked, [rows[0].pid])) as unknown[]).length > 0);
}
