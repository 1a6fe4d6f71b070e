import { join } from 'node:path';
import { until } from '../../e2e/support/until.js';
import type { Program } from './program.js';
import { startProgram } from './program.js';

const CLIENT_PORT = 2379;
const PEER_PORT = 2380;

export interface Etcd {
  readonly hosts: readonly string[];
  /** Returns the index of the current leader. */
  leader(): Promise<number>;
  /** Returns the value of a key; undefined if it does not exist. */
  get(key: string): Promise<string | undefined>;
  kill9(index: number): Promise<void>;
  start(index: number): void;
  stop(): Promise<void>;
}

/** Starts one etcd member per host. */
export async function startEtcd(hosts: readonly string[], folder: string): Promise<Etcd> {
  const url = (host: string, port: number): string => `http://${host}:${port}`;
  const names = hosts.map((_, index) => `etcd${index + 1}`);
  const programs: Program[] = [];
  const start = (index: number): void => {
    const [client, peer] = [url(hosts[index]!, CLIENT_PORT), url(hosts[index]!, PEER_PORT)];
    programs[index] = startProgram(process.env.CENTAVO_TEST_ETCD!, [], {
      ETCD_NAME: names[index],
      ETCD_DATA_DIR: join(folder, names[index]!),
      ETCD_LISTEN_CLIENT_URLS: client,
      ETCD_ADVERTISE_CLIENT_URLS: client,
      ETCD_LISTEN_PEER_URLS: peer,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
      ETCD_INITIAL_CLUSTER: hosts.map((host, at) => `${names[at]}=${url(host, PEER_PORT)}`).join(','),
      ETCD_INITIAL_CLUSTER_STATE: 'new',
    });
  };
  const ask = async <T>(host: string, path: string, body: object = {}): Promise<T | null> => {
    const options = { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(1_000) };
    const answer = await fetch(`${url(host, CLIENT_PORT)}${path}`, options).catch(() => null);
    return answer?.ok ? ((await answer.json()) as T) : null;
  };
  const leader = async (): Promise<number> => {
    const all = await Promise.all(hosts.map((host) => ask<Status>(host, '/v3/maintenance/status')));
    return all.findIndex((one) => one?.leader !== undefined && one.leader === one.header.member_id);
  };
  hosts.forEach((_, index) => start(index));
  await until(async () => (await leader()) >= 0);
  return {
    hosts,
    leader,
    get: async (key) => {
      for (const host of hosts) {
        const found = await ask<Found>(host, '/v3/kv/range', { key: Buffer.from(key).toString('base64') });
        if (found !== null) return found.kvs && Buffer.from(found.kvs[0]!.value, 'base64').toString();
      }
      return undefined;
    },
    start,
    kill9: (index) => programs[index]!.kill('SIGKILL'),
    stop: async () => void (await Promise.all(programs.map((program) => program.kill('SIGKILL')))),
  };
}

interface Found {
  readonly kvs?: readonly { readonly value: string }[];
}

interface Status {
  readonly leader?: string;
  readonly header: { readonly member_id: string };
}
