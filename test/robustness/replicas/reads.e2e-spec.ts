import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, aTransaction, ok } from '../../e2e/support/household.js';
import { until } from '../../e2e/support/until.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { PostgresCluster } from '../restore/postgres-cluster.js';
import { startCluster, startReplica } from '../restore/postgres-cluster.js';

const CALLERS = 6;
const LOAD_MS = 4_000;

let writer: ApiProcess;
let reader: ApiProcess;
let primary: TestDatabase;
let replica: PostgresCluster;
const cleanUp: (() => unknown)[] = [];

beforeEach(async () => {
  const server = await startCluster();
  cleanUp.push(() => server.stop());
  await server.run('createdb', 'centavo');
  primary = server.database('centavo');
  writer = await startApi({ database: primary });
  cleanUp.push(() => writer.stop());
  replica = await startReplica(server);
  cleanUp.push(() => replica.stop());
  const readUrl = replica.database('centavo').url;
  reader = await startApi({ database: primary, env: { DATABASE_READ_URL: readUrl } });
  cleanUp.push(() => reader.stop());
});
afterEach(async () => {
  for (const act of cleanUp.splice(0).reverse()) await act();
});

async function reads(process = reader): Promise<{ answered: number; passedOn: number }> {
  const text = await (await fetch(`${process.url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)![1]);
  return {
    answered: figure('database_replica_reads_total'),
    passedOn: figure('database_replica_passed_on_total'),
  };
}

async function listed({ key }: Household, process = reader): Promise<string[]> {
  const { items } = ok(await process.client(key).get('/v1/transactions?limit=200'));
  return items.map(({ description }) => description ?? '');
}

describe('reads that a replica may serve', () => {
  it('callers read their own writes on any process while others write', async () => {
    const homes = await Promise.all(Array.from({ length: CALLERS }, () => aHousehold(writer)));
    const ending = Date.now() + LOAD_MS;
    let going = true;
    // The test makes the replica lag, because a replica on the same machine rarely lags.
    const lagging = (async () => {
      const copy = replica.database('centavo');
      while (going) {
        await copy.query('select pg_wal_replay_pause()');
        await pause(100);
        await copy.query('select pg_wal_replay_resume()');
        await pause(300);
      }
    })();
    const missing = await Promise.all(
      homes.map(async (home, caller) => {
        const account = await anAccount(home.api, { openingBalance: '0.00' });
        const api = reader.client(home.key);
        const lost: string[] = [];
        for (let n = 0; Date.now() < ending; n += 1) {
          const description = `Compra ${caller}-${n}`;
          await aTransaction(home.api, { accountId: account.id, description, amount: '1.00', date: '2026-03-07' });
          if (!(await listed(home)).includes(description)) lost.push(description);
          const { total } = ok(await api.get('/v1/reports/spending?from=2026-03-01&to=2026-03-31'));
          if (total !== `${n + 1}.00`) lost.push(`${description} in the report`);
        }
        return lost;
      }),
    ).finally(() => (going = false));
    await lagging;
    expect(missing.flat()).toEqual([]);
    const { answered, passedOn } = await reads();
    expect(answered).toBeGreaterThan(20);
    expect(passedOn).toBeGreaterThan(0);
  });

  it('reads use the primary while the replica lags, except for workspaces without recent writes', async () => {
    const [quiet, busy] = [await aHousehold(writer), await aHousehold(writer)];
    for (const home of [quiet, busy]) {
      const account = await anAccount(home.api, { openingBalance: '0.00' });
      await aTransaction(home.api, { accountId: account.id, description: 'Antes', date: '2026-03-07' });
    }
    await primary.query('delete from kernel_audit_entries where workspace_id = $1', [quiet.workspaceId]);
    const copy = replica.database('centavo');
    await until(async () => (await copy.query('select from kernel_audit_entries')).length === 2, 20_000);
    await copy.query('select pg_wal_replay_pause()');
    await primary.query(`update ledger_transactions set description = 'Después'`);
    const before = await reads();
    expect([await listed(quiet), await listed(busy)]).toEqual([['Antes'], ['Después']]);
    expect(await reads()).toEqual({ answered: before.answered + 1, passedOn: before.passedOn + 1 });
    // Reads with `updatedSince` use the primary, so that clients do not miss a change.
    const followed = await reader.client(quiet.key).get('/v1/transactions?updatedSince=2020-01-01T00:00:00Z');
    expect(ok(followed).items.map(({ description }) => description)).toEqual(['Después']);
    await copy.query('select pg_wal_replay_resume()');
    await until(async () => (await listed(quiet)).includes('Después'), 20_000);
  });

  it('reads continue while the replica is unavailable and use the replica again when it is back', async () => {
    const home = await aHousehold(writer);
    const account = await anAccount(home.api, { openingBalance: '0.00' });
    await aTransaction(home.api, { accountId: account.id, description: 'Antes', date: '2026-03-07' });
    let going = true;
    const statuses: number[] = [];
    const reading = (async () => {
      while (going) {
        statuses.push((await reader.client(home.key).get('/v1/transactions', { mayFail: true })).status);
        await pause(20);
      }
    })();
    await pause(500);
    await replica.run('pg_ctl', 'stop', '-D', replica.data, '-m', 'immediate', '-w');
    await pause(1_500);
    going = false;
    await reading;
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { answered, passedOn } = await reads();
    expect([answered > 0, passedOn > 0]).toEqual([true, true]);
    expect((await fetch(`${reader.url}/health/ready`)).status).toBe(200);
    await replica.start();
    await until(async () => (await listed(home), (await reads()).answered > answered), 20_000);
  });
});
