import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { expectNoDrift, refusalOf, runCli } from '../../e2e/support/cli.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, balanceOf, ok, everyItem } from '../../e2e/support/household.js';
import { aRichHousehold } from '../../e2e/support/rich-household.js';
import type { Relay } from '../faults/relay.js';
import { relayTo } from '../faults/relay.js';
import type { PostgresCluster } from '../restore/postgres-cluster.js';
import { startCluster, startReplica } from '../restore/postgres-cluster.js';
import { until } from '../../e2e/support/until.js';

const CALLERS = 4;
/** Duration of the load before the primary stops. */
const BEFORE_MS = 1_500;
/** Duration of the load after the takeover. */
const AFTER_MS = 1_500;

/** Primary, replica and a service that reaches its database through a relay. The relay can switch to the replica. */
interface Pair {
  readonly service: ApiProcess;
  readonly relay: Relay;
  readonly primary: PostgresCluster;
  readonly replica: PostgresCluster;
}

const cleanUp: (() => unknown)[] = [];

afterEach(async () => {
  for (const act of cleanUp.splice(0).reverse()) await act();
});

async function aPair(): Promise<Pair> {
  const primary = await startCluster();
  cleanUp.push(() => primary.stop());
  await primary.run('createdb', 'centavo');
  const relay = await relayTo(primary.database('centavo'));
  cleanUp.push(() => relay.close());
  const service = await startApi({ database: relay.database });
  cleanUp.push(() => service.stop());
  const replica = await startReplica(primary);
  cleanUp.push(() => replica.stop());
  return { service, relay, primary, replica };
}

async function waitForReplica(primary: TestDatabase): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '*'`);
  await primary.query('select pg_reload_conf()');
  await until(async () => {
    const [{ count }] = (await primary.query(
      `select count(*)::int as count from pg_stat_replication where sync_state = 'sync'`,
    )) as [{ count: number }];
    return count === 1;
  });
}

async function caughtUp(primary: TestDatabase, replica: TestDatabase): Promise<void> {
  const [{ lsn }] = (await primary.query('select pg_current_wal_lsn()::text as lsn')) as [{ lsn: string }];
  await until(async () => {
    const [row] = await replica.query<{ reached: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
      [lsn],
    );
    return row!.reached;
  });
}

describe('a streaming replica', () => {
  it('on a replica, administrators can check migrations, verify figures and export a workspace, but not write', async () => {
    const { service, primary, replica } = await aPair();
    const home = await aRichHousehold(service);
    const copy = replica.database('centavo');
    await caughtUp(primary.database('centavo'), copy);
    expect((await runCli(copy, 'migrate', 'status')).json.pending).toEqual([]);
    await expectNoDrift(copy);
    const exported = ok(await home.api.get('/v1/export'));
    expect((await runCli(copy, 'workspace', 'export', '--workspace', home.workspaceId)).json).toEqual(exported);
    const change = ['workspace', 'create', '--name', 'X', '--owner-email', 'a@example.mx'];
    expect(await refusalOf(copy, ...change)).toContain('read-only transaction');
  });

  it('a process that has used the primary rejects reads and writes while its address leads to a standby', async () => {
    const { service, relay, primary, replica } = await aPair();
    const { api } = await aHousehold(service);
    const account = await anAccount(api);
    await caughtUp(primary.database('centavo'), replica.database('centavo'));
    relay.leadTo(replica.database('centavo'));
    const body = { type: 'expense', accountId: account.id, date: '2026-03-07', amount: '1.00', description: 'Compra' };
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answers = [
        await api.get('/v1/accounts', { mayFail: true }),
        await api.post('/v1/transactions', body, { mayFail: true }),
      ];
      for (const { status, headers } of answers) expect([status, headers['retry-after']]).toEqual([503, '2']);
    }
    await replica.run('pg_ctl', 'promote', '-D', replica.data, '-w');
    await until(async () => (await api.post('/v1/transactions', body, { mayFail: true })).status === 200);
  });

  it('a promoted replica has every acknowledged transaction exactly once if the primary dies under load', async () => {
    const pair = await aPair();
    await waitForReplica(pair.primary.database('centavo'));
    const { missing, twice, refused, acknowledged } = await takeOverUnderLoad(pair);
    expect({ missing, twice }).toEqual({ missing: 0, twice: 0 });
    expect(acknowledged).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(0);
  });

  it('a promoted replica lacks transactions if commits do not wait for the replica', async () => {
    const pair = await aPair();
    const { missing } = await takeOverUnderLoad(pair, async () => {
      const copy = pair.replica.database('centavo');
      await copy.query(`alter system set primary_conninfo = ''`);
      await copy.query('select pg_reload_conf()');
    });
    expect(missing).toBeGreaterThan(0);
  });
});

/** Creates transactions with idempotency keys, kills the primary, promotes the replica and switches the relay to it. */
async function takeOverUnderLoad({ service, relay, primary, replica }: Pair, meanwhile?: () => Promise<void>) {
  const home = await aHousehold(service);
  const account = await anAccount(home.api, { openingBalance: '0.00' });
  await caughtUp(primary.database('centavo'), replica.database('centavo'));
  let going = true;
  const callers = Array.from({ length: CALLERS }, (_, caller) => enterUntil(home, account.id, caller, () => going));
  await pause(BEFORE_MS / 2);
  await meanwhile?.();
  await pause(BEFORE_MS / 2);
  await primary.run('pg_ctl', 'stop', '-D', primary.data, '-m', 'immediate', '-w');
  await replica.run('pg_ctl', 'promote', '-D', replica.data, '-w');
  relay.leadTo(replica.database('centavo'));
  await pause(AFTER_MS);
  going = false;
  const acknowledgedIds = await Promise.all(callers);
  const acknowledged = acknowledgedIds.flatMap(({ entered }) => entered);
  const { items } = await everyItem(home.api, `/v1/transactions?accountId=${account.id}&limit=200`);
  const descriptions = items.map(({ description }) => description as string);
  if (new Set(descriptions).size === descriptions.length) {
    expect(await balanceOf(home.api, account.id)).toBe(`-${descriptions.length}.00`);
    await expectNoDrift(replica.database('centavo'));
  }
  return {
    acknowledged: acknowledged.length,
    refused: acknowledgedIds.reduce((sum, { refused }) => sum + refused, 0),
    missing: acknowledged.filter((name) => !descriptions.includes(name)).length,
    twice: descriptions.length - new Set(descriptions).size,
  };
}

async function enterUntil({ api }: Household, accountId: string, caller: number, goesOn: () => boolean) {
  const entered: string[] = [];
  let refused = 0;
  for (let count = 0; goesOn(); count += 1) {
    const description = `Compra ${caller}-${count}`;
    const body = { type: 'expense', accountId, date: '2026-03-07', amount: '1.00', description };
    const options = { headers: { 'idempotency-key': description.replace(' ', '-') }, mayFail: true };
    for (;;) {
      const { status } = await api.post('/v1/transactions', body, options);
      if (status === 200) break;
      if (![409, 503].includes(status)) throw new Error(`${description} was answered ${status}`);
      refused += 1;
      await pause(50);
    }
    entered.push(description);
  }
  return { entered, refused };
}
