import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { expectNoDrift } from '../../e2e/support/cli.js';
import { until } from '../../e2e/support/until.js';
import type { PgBouncer } from '../scaling/pgbouncer.js';
import { startPgBouncer } from '../scaling/pgbouncer.js';
import type { Cluster } from './cluster.js';
import { startHighAvailability } from './cluster.js';
import type { PatroniNode } from './patroni-node.js';
import { outageAfter, startWriters } from './writers.js';

const CALLERS = 4;
const MAX_OUTAGE_MS = 60_000;
/** Acknowledged writes before the fault and after the outage. */
const SOME = 60;

let cluster: Cluster;
/** Two processes with direct connections and one behind PgBouncer. */
let services: ApiProcess[];
let pooler: PgBouncer;

beforeAll(async () => {
  cluster = await startHighAvailability();
  await cluster.untilComplete();
  await (await cluster.leader())!.run('pgbackrest', '--stanza=centavo', 'backup', '--type=full');
  const env = { DATABASE_READ_URL: cluster.readUrl, JOBS: 'on' };
  services = [await startApi({ database: cluster.database, env })];
  services.push(await startApi({ database: cluster.database, env }));
  pooler = await startPgBouncer([cluster.pooled], ['server_login_retry = 1'], undefined);
  const url = `postgres://centavo@127.0.0.1:${pooler.port}/centavo?sslmode=disable`;
  services.push(await startApi({ database: { ...cluster.database, url }, env: { DATABASE_POOLER: 'on' } }));
});
afterAll(async () => {
  const codes = await Promise.all((services ?? []).map((service) => service.stop()));
  await pooler.stop();
  await cluster.stop();
  expect(codes).toEqual([0, 0, 0]);
});
beforeEach(() => cluster.untilComplete());

/** Causes a fault under load, waits until writes continue, and compares the ledger with the acknowledged writes. */
async function survive(name: string, cause: () => Promise<void>, isOver: () => Promise<boolean>): Promise<number> {
  const writers = await startWriters(services, direct(), CALLERS);
  await until(() => writers.times.length > SOME);
  const fault = performance.now();
  await cause();
  await until(isOver, 2 * MAX_OUTAGE_MS);
  const over = writers.times.length;
  await until(() => writers.times.length > over + SOME, MAX_OUTAGE_MS);
  const { acknowledged, refused, ...faults } = await writers.stop();
  const outage = outageAfter(fault, writers.times);
  process.stderr.write(`${name}: writes resumed after ${(outage / 1000).toFixed(1)} s; ${acknowledged} acknowledged, ${refused} refused\n`); // prettier-ignore
  expect(faults).toEqual({ lost: [], double: [], unread: [], unexpected: [] });
  expect(outage).toBeLessThan(MAX_OUTAGE_MS);
  await expectNoDrift(cluster.database);
  return refused;
}

/** A pooler does not report that its server is a standby, so only these processes guarantee current reads. */
const direct = () => services.slice(0, 2);

const hasNewLeader = (old: PatroniNode) => async (): Promise<boolean> =>
  ![undefined, old].includes(await cluster.leader());

const transactions = () => cluster.database.query('select * from ledger_transactions order by workspace_id, id');

/** Restores the first node to a moment and starts a new cluster from it (docs/how-to/run-with-high-availability.md). */
async function restoreTo(moment: string): Promise<void> {
  const [first, ...others] = cluster.nodes as [PatroniNode, ...PatroniNode[]];
  for (const node of cluster.nodes) await node.stop();
  await first.patronictl(['remove', 'centavo'], 'centavo\nYes I am aware\n');
  const target = ['--type=time', `--target=${moment}`, '--target-action=promote'];
  await first.run('pgbackrest', '--stanza=centavo', 'restore', '--delta', ...target);
  // The backup may come from another node, whose socket folder differs.
  const alone = `-c listen_addresses='' -c synchronous_standby_names='' -c unix_socket_directories='${first.folder}'`;
  const log = join(first.folder, 'restore.log');
  await first.run('pg_ctl', 'start', '-w', '-D', first.data, '-o', alone, '-l', log);
  const isOpen = 'select not pg_is_in_recovery()';
  const ask = ['--host', first.folder, '--username', 'centavo', '--tuples-only', '--no-align', '--command', isOpen];
  const ended = (): never => {
    throw new Error(readFileSync(log, 'utf8'));
  };
  await until(async () => (await first.run('psql', ...ask, 'postgres').catch(ended)).trim() === 't');
  await first.run('pg_ctl', 'stop', '-w', '-D', first.data);
  first.start();
  await until(async () => (await cluster.leader()) === first);
  for (const node of others) {
    rmSync(node.data, { recursive: true });
    node.start();
  }
  await cluster.untilComplete();
}

describe('a high-availability cluster under load', () => {
  it('the service loses no acknowledged write if the leader is killed', async () => {
    const old = (await cluster.leader())!;
    const refused = await survive('kill -9 of the leader', () => old.kill9(), hasNewLeader(old));
    expect(refused).toBeGreaterThan(0);
    old.start();
    await cluster.untilComplete();
  });

  it('the service loses no acknowledged write during a planned switchover', async () => {
    const old = (await cluster.leader())!;
    const switchOver = async () => void (await old.patronictl(['switchover', 'centavo', '--force']));
    await survive('planned switchover', switchOver, hasNewLeader(old));
  });

  it('the service loses no acknowledged write if the network cuts off the leader', async () => {
    const old = (await cluster.leader())!;
    const refused = await survive('network cut of the leader', () => Promise.resolve(old.cut()), hasNewLeader(old));
    expect(refused).toBeGreaterThan(0);
    old.mend();
    await cluster.untilComplete();
  });

  it('the leader continues with the other standby if the synchronous standby is killed', async () => {
    const [leader, old] = [await cluster.leader(), (await cluster.standby())!];
    const hasNewStandby = async () => ![undefined, old].includes(await cluster.standby());
    await survive('kill -9 of the synchronous standby', () => old.kill9(), hasNewStandby);
    expect(await cluster.leader()).toBe(leader);
    old.start();
    await cluster.untilComplete();
  });

  it('the leader continues if a member of etcd is killed', async () => {
    const [leader, member] = [await cluster.leader(), await cluster.etcd.leader()];
    const hasNewMember = async () => ![-1, member].includes(await cluster.etcd.leader());
    await survive('kill -9 of the leader of etcd', () => cluster.etcd.kill9(member), hasNewMember);
    expect(await cluster.leader()).toBe(leader);
    cluster.etcd.start(member);
  });

  it('the synchronous standby serves reads', async () => {
    const writers = await startWriters(services, direct(), CALLERS);
    await until(() => writers.times.length > SOME);
    expect((await writers.stop()).unread).toEqual([]);
    const texts = await Promise.all(direct().map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
    const reads = texts.map((text) => Number(/^database_replica_reads_total (\d+)$/m.exec(text)![1]));
    process.stderr.write(`reads served by the standby: ${reads.join(', ')}\n`);
    for (const count of reads) expect(count).toBeGreaterThan(0);
  });

  it('a restored backup has exactly the transactions of the chosen moment, and the service continues on it', async () => {
    const leader = await cluster.leader();
    for (const standby of cluster.nodes.filter((node) => node !== leader))
      await expect(standby.run('pgbackrest', '--stanza=centavo', 'backup')).rejects.toThrow('unable to find primary');
    const before = await startWriters(services, direct(), CALLERS);
    await until(() => before.times.length > SOME);
    await before.stop();
    const expected = await transactions();
    const [row] = await cluster.database.query<{ moment: string }>('select clock_timestamp()::text as moment');
    const after = await startWriters(services, direct(), CALLERS);
    await until(() => after.times.length > SOME);
    await after.stop();
    expect((await transactions()).length).toBeGreaterThan(expected.length + SOME);
    const [wal] = await cluster.database.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
    const archived = 'select last_archived_wal >= $1 as done from pg_stat_archiver';
    await until(async () => (await cluster.database.query<{ done: boolean }>(archived, [wal!.file]))[0]!.done);
    await restoreTo(row!.moment);
    await until(async () => (await transactions().catch(() => [])).length > 0);
    expect(await transactions()).toEqual(expected);
    // A standby must not read the archive (decision 0087).
    const command = `select current_setting('restore_command') as command`;
    expect(await cluster.database.query(command)).toEqual([{ command: '' }]);
    await expectNoDrift(cluster.database);
    const { lost, double } = await (await startWriters(services, direct(), CALLERS)).stop();
    expect({ lost, double }).toEqual({ lost: [], double: [] });
  });
});
