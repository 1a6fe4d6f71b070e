import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { databaseOf, poolOf } from '../../../libs/kernel/src/testing.js';
import { until } from '../../e2e/support/until.js';
import type { Etcd } from './etcd.js';
import { startEtcd } from './etcd.js';
import type { PatroniNode } from './patroni-node.js';
import { PASSWORD, startNode } from './patroni-node.js';
import { configurationIn, folderIn, handOver, startProgram } from './program.js';

const NUMBERS = [1, 2, 3];

/** Three PostgreSQL nodes under Patroni, three members of etcd, and HAProxy in front of the nodes. */
export interface Cluster {
  /** The database through HAProxy, as the owner. */
  readonly database: TestDatabase;
  /** `[databases]` entry of a PgBouncer configuration that connects to the leader. */
  readonly pooled: string;
  /** Address of the synchronous standby through HAProxy. */
  readonly readUrl: string;
  readonly nodes: readonly PatroniNode[];
  readonly etcd: Etcd;
  readonly folder: string;
  /** Returns the current leader; undefined if it is unknown. */
  leader(): Promise<PatroniNode | undefined>;
  /** Returns the synchronous standby; undefined if it is unknown. */
  standby(): Promise<PatroniNode | undefined>;
  /** Waits until one node leads and the other two follow it, one of them synchronously. */
  untilComplete(): Promise<void>;
  stop(): Promise<void>;
}

/** The processes listen on the usual ports of random loopback addresses, so that parallel runs do not conflict. */
export async function startHighAvailability(): Promise<Cluster> {
  const network = `127.${randomInt(64, 250)}.${randomInt(256)}`;
  const folder = mkdtempSync(join(tmpdir(), 'centavo-ha-'));
  chmodSync(folder, 0o711);
  handOver(folder);
  const repository = folderIn(folder, 'repository');
  const etcd = await startEtcd(
    NUMBERS.map((number) => `${network}.${20 + number}`),
    folder,
  );
  const nodes = await Promise.all(
    NUMBERS.map((number) =>
      startNode({
        name: `db${number}`,
        folder,
        inner: `${network}.${10 + number}`,
        outer: `${network}.${number}`,
        etcd: etcd.hosts.map((far, index) => ({ near: `${network}.${100 + 10 * number + index}`, far })),
        repository,
      }),
    ),
  );
  const proxy = `${network}.50`;
  const haproxy = startProgram(
    process.env.CENTAVO_TEST_HAPROXY!,
    ['-db', '-f', configurationIn(folder, 'haproxy.cfg')],
    { BIND_ADDRESS: proxy, ...Object.fromEntries(NUMBERS.map((number) => [`DB${number}`, `${network}.${number}`])) },
  );
  const url = `postgres://centavo:${PASSWORD}@${proxy}:5432/centavo?sslmode=disable`;
  const pool = poolOf(url);
  const leader = async (): Promise<PatroniNode | undefined> => {
    const name = await etcd.get('/service/centavo/leader');
    return nodes.find((node) => node.name === name);
  };
  const members = async (): Promise<readonly Member[]> => membersOf(await leader());
  const cluster: Cluster = {
    database: databaseOf(url, 'centavo', pool),
    pooled: `* = host=${proxy} port=5432 user=centavo password=${PASSWORD}`,
    readUrl: `postgres://centavo_app:${PASSWORD}@${proxy}:5433/centavo?sslmode=disable`,
    nodes,
    etcd,
    folder,
    leader,
    standby: async () => {
      const standby = (await members()).find(({ role }) => role === 'sync_standby');
      return nodes.find(({ name }) => name === standby?.name);
    },
    untilComplete: async () => {
      try {
        await until(async () => isComplete(await members()) && (await isRouted(proxy)), 120_000);
      } catch (error) {
        const outputs = nodes.map((node) => `${node.name}\n${node.output()}`).join('\n');
        throw new Error(`${JSON.stringify(await members())}\n${haproxy.output()}\n${outputs}`, { cause: error });
      }
    },
    stop: async () => {
      await pool.end();
      await haproxy.kill('SIGKILL');
      // A node may have ended already.
      for (const node of nodes) await node.kill9().catch(() => undefined);
      for (const node of nodes) node.closeLinks();
      await etcd.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  return cluster;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | string;
}

async function membersOf(leader: PatroniNode | undefined): Promise<readonly Member[]> {
  if (leader === undefined) return [];
  const answer = await fetch(`${leader.api}/cluster`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
  return answer?.ok ? ((await answer.json()) as { members: Member[] }).members : [];
}

function isComplete(members: readonly Member[]): boolean {
  const roles = members.map(({ role }) => role).toSorted();
  const follow = members.every(({ state, lag = 0 }) => ['running', 'streaming'].includes(state) && lag === 0);
  return follow && roles.join() === 'leader,replica,sync_standby' && new Set(members.map(({ timeline }) => timeline)).size === 1; // prettier-ignore
}

async function isRouted(proxy: string): Promise<boolean> {
  const answer = await fetch(`http://${proxy}:8404/leader`).catch(() => null);
  return answer?.status === 200;
}
