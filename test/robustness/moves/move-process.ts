import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { addressesOf, builtProgram, createTestDatabase } from '../../../libs/kernel/src/testing.js';
import { nodeOptions } from '../../e2e/support/api-process.js';
import { until } from '../../e2e/support/until.js';

/** Any number will do. */
const STOP_LOCK = 4_827_190_269;

/** A directory and two shards, in whichever form the tests run. */
export async function threeDatabases(): Promise<TestDatabase> {
  const form = process.env.CENTAVO_TEST_SHARDS;
  process.env.CENTAVO_TEST_SHARDS = '3';
  try {
    return await createTestDatabase();
  } finally {
    if (form === undefined) delete process.env.CENTAVO_TEST_SHARDS;
    else process.env.CENTAVO_TEST_SHARDS = form;
  }
}

/** A pool for each database, as the superuser. */
export function poolsOf(database: TestDatabase): Record<string, pg.Pool> {
  const all = [{ name: 'directory', url: database.url }, ...database.shards];
  return Object.fromEntries(
    all.map(({ name, url }) => {
      const pool = new pg.Pool({ connectionString: url, max: 4, allowExitOnIdle: true });
      return [name, pool.on('error', () => undefined)];
    }),
  );
}

/** What the command said when it ended; a killed one has no code. */
export interface MoveAnswer {
  readonly code: number | null;
  readonly report: { copied: number; followed: number; stoppedMs: number; attempts: number; source: string } | null;
  readonly errors: string;
}

/** The command as a process of its own, which can be killed. */
export interface MoveProcess {
  readonly ended: Promise<MoveAnswer>;
  kill(): Promise<void>;
}

export function startMove(database: TestDatabase, workspaceId: string, to: string): MoveProcess {
  const words = ['workspace', 'move', '--workspace', workspaceId, '--to', to, '--json'];
  const child = spawn(process.execPath, [...nodeOptions('cli'), builtProgram('cli'), ...words], {
    env: { PATH: process.env.PATH, ...addressesOf(database), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [output, errors] = [textOf(child, 'stdout'), textOf(child, 'stderr')];
  const ended = Promise.all([exited, output, errors]).then(([[code], said, complaints]) => ({
    code,
    report: code === 0 ? (JSON.parse(said) as MoveAnswer['report']) : null,
    errors: complaints,
  }));
  return {
    ended,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function textOf(child: ChildProcess, stream: 'stdout' | 'stderr'): Promise<string> {
  let text = '';
  for await (const chunk of child[stream]!) text += String(chunk);
  return text;
}

/** A row that a move writes, before or after which it is stopped. */
export interface StopPoint {
  readonly where: 'directory' | 'source' | 'target';
  readonly table: string;
  readonly on:
    'before insert' | 'before update' | 'before insert or update' | 'before delete' | 'after insert or update';
  /** Of the row, in SQL. */
  readonly when?: string;
}

/** Waits until a move comes to a point, and kills it there. @returns whether it came there */
export function killAt(pool: pg.Pool, point: StopPoint, move: MoveProcess): Promise<boolean> {
  return stopAt(pool, point, move.ended, () => move.kill());
}

/**
 * Waits until a process comes to a point, holds it there while something else is done, and lets its backend go.
 * @param ended settles when the process has ended without coming there
 * @returns whether it came there
 */
export async function stopAt(
  pool: pg.Pool,
  { table, on, when = 'true' }: StopPoint,
  ended: Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [STOP_LOCK]);
    await client.query(`
      create or replace function stop_there() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(${STOP_LOCK});
        return case when tg_op = 'DELETE' then old else new end;
      end $$;
      create trigger aa_stop_there ${on} on ${table} for each row when (${when}) execute function stop_there()`);
    const isThere = async () =>
      (
        await client.query(`select from pg_locks where locktype = 'advisory' and not granted
        and classid = ${STOP_LOCK >= 2 ** 32 ? Math.floor(STOP_LOCK / 2 ** 32) : 0} and objid = ${STOP_LOCK % 2 ** 32}
        and database = (select oid from pg_database where datname = current_database())`)
      ).rowCount! > 0;
    let hasEnded = false;
    void ended.then(() => (hasEnded = true));
    await until(async () => hasEnded || (await isThere()), 60_000);
    if (!hasEnded) await meanwhile();
    return !hasEnded;
  } finally {
    await client.query('select pg_advisory_unlock_all()');
    await client.query(`drop trigger if exists aa_stop_there on ${table}`);
    client.release();
  }
}

/** Where the directory says that a workspace is. */
export async function placeIn(pools: Readonly<Record<string, pg.Pool>>, workspaceId: string): Promise<string> {
  const text = 'select shard from kernel_placements where workspace_id = $1';
  const { rows } = await pools['directory']!.query<{ shard: string }>(text, [workspaceId]);
  return rows[0]?.shard ?? 'directory';
}

/** In which databases those see a workspace who work across workspaces. */
export async function databasesSeeing(
  pools: Readonly<Record<string, pg.Pool>>,
  workspaceId: string,
): Promise<string[]> {
  const seen: string[] = [];
  for (const [name, pool] of Object.entries(pools)) {
    const client = await pool.connect();
    await client.query('begin; set local role centavo_operator');
    const { rowCount } = await client.query('select from workspace_workspaces where id = $1', [workspaceId]);
    await client.query('rollback');
    client.release();
    if (rowCount! > 0) seen.push(name);
  }
  return seen;
}
