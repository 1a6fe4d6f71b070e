import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aTransaction, ok } from '../../e2e/support/household.js';
import type { Household } from '../../e2e/support/household.js';
import { startVerifier } from '../../e2e/support/ledger-verifier.js';
import { aRichHousehold } from '../../e2e/support/rich-household.js';
import type { PostgresCluster } from './postgres-cluster.js';
import { startCluster } from './postgres-cluster.js';

let folder: string;
let clusters: PostgresCluster[];
let service: ApiProcess;
let home: Household;
let before: Record<string, string>;

async function shownTo(process: ApiProcess, { key }: Household): Promise<Record<string, string>> {
  const api = process.client(key);
  const paths = ['export', 'export?format=csv', 'export?format=hledger', 'accounts?status=all', 'net-worth', 'budgets']
    .concat(['contacts?archived=all', 'rules', 'imports', 'transactions?limit=200', 'transactions/trash', 'audit-log?limit=200'])
    .map((path) => `/v1/${path}`); // prettier-ignore
  const texts = await Promise.all(
    paths.map(async (path) => {
      const answer = await api.get(path);
      ok({ ...answer, body: answer.body ?? {} });
      return [path, answer.text] as const;
    }),
  );
  return Object.fromEntries(texts);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'centavo-backup-'));
  chmodSync(folder, 0o777);
  clusters = await Promise.all([startCluster(), startCluster()]);
  const [old] = clusters as [PostgresCluster];
  await old.run('createdb', 'centavo');
  service = await startApi({ database: old.database('centavo') });
  home = await aRichHousehold(service);
  before = await shownTo(service, home);
});
afterAll(async () => {
  await service.stop();
  await Promise.all(clusters.map((cluster) => cluster.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => join(folder, name);

it('a server with the settings of its distribution does not compile queries of the service with JIT', async () => {
  const statistics = clusters[0]!.database('postgres');
  await statistics.query('create extension pg_stat_statements');
  expect(await statistics.query(`select current_setting('jit') as jit`)).toEqual([{ jit: 'on' }]);
  const [counted] = await statistics.query<{ statements: number; compiled: number }>(`
    select sum(calls)::int as statements, sum(jit_functions)::int as compiled
      from pg_stat_statements where userid = 'centavo_app'::regrole`);
  expect(counted!.statements).toBeGreaterThan(100);
  expect(counted!.compiled).toBe(0);
});

describe('a backup with the tools of PostgreSQL', () => {
  it('takes a backup while the service runs', async () => {
    const [old] = clusters as [PostgresCluster];
    await old.run('pg_dumpall', '--roles-only', '--file', inFolder('roles.sql'));
    await old.run('pg_dump', '--format=custom', '--file', inFolder('centavo.dump'), 'centavo');
    expect(await old.run('pg_restore', '--list', inFolder('centavo.dump'))).toContain('ledger_transactions');
  });

  it('a restore without the roles fails, so that no workspace loses its row-level security', async () => {
    const fresh = clusters[1]!;
    await fresh.run('createdb', 'roleless');
    const restored = fresh.run('pg_restore', '--exit-on-error', '--dbname=roleless', inFolder('centavo.dump'));
    await expect(restored).rejects.toThrow(/role "centavo_\w+" does not exist/);
  });

  it('restores a backup into a new server completely, to the byte', async () => {
    const fresh = clusters[1]!;
    // psql reports an error, because the superuser already exists.
    await fresh.run('psql', '--quiet', '--file', inFolder('roles.sql'), 'postgres');
    await fresh.run('createdb', 'centavo');
    await fresh.run('pg_restore', '--exit-on-error', '--dbname=centavo', inFolder('centavo.dump'));
    const database = fresh.database('centavo');
    const restored = await startApi({ database });
    const verifier = startVerifier(database);
    try {
      expect(await shownTo(restored, home)).toEqual(before);
      await verifier.expectNoDrift();
      await expectGuarded(database);
      const api = restored.client(home.key);
      const [account] = ok(await api.get('/v1/accounts')) as { id: string; currency: string }[];
      await aTransaction(api, { accountId: account!.id });
      expect(await shownTo(restored, home)).not.toEqual(before);
      await verifier.expectNoDrift();
    } finally {
      verifier.stop();
      await restored.stop();
    }
  });
});

/** Expects every table to have row-level security and to show no rows without a workspace. */
async function expectGuarded(database: TestDatabase): Promise<void> {
  const guarded = await database.query<{ name: string; forced: boolean }>(
    `select relname as name, relrowsecurity and relforcerowsecurity as forced from pg_class
     join pg_attribute on attrelid = pg_class.oid and attname = 'workspace_id'
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  expect(guarded.length).toBeGreaterThan(20);
  expect(guarded.filter(({ forced }) => !forced)).toEqual([]);
  const application = await database.connect();
  await application.query('set role centavo_app');
  expect((await application.query('select id from ledger_transactions')).rows).toEqual([]);
  await application.end();
}
