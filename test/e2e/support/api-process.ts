import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { addressesOf, builtProgram, createTestDatabase, databaseOf, poolOf } from '../../../libs/kernel/src/testing.js';
import { Client } from './client.js';
import { documentOf } from './openapi-check.js';
import type { OpenapiCheck } from './openapi-check.js';

export interface Service {
  readonly url: string;
  readonly database: TestDatabase;
  readonly log: readonly string[];
  client(token?: string): Client;
  stop(): Promise<unknown>;
}

/** The built program in a separate process, as in production. */
export interface ApiProcess extends Service {
  readonly pid: number;
  stop(): Promise<number | null>;
  /** Kills the process without a shutdown, as a power failure would. */
  kill9(): Promise<void>;
}

export interface ApiOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Database to share with another process. By default, a new database that is dropped at the end. */
  readonly database?: TestDatabase;
}

const MAX_ATTEMPTS = 3;

const shared = JSON.parse(process.env.CENTAVO_TEST_SERVICE ?? 'null') as Record<string, string> | null;

let published: Promise<OpenapiCheck | null> | undefined;

export async function startApi(options: ApiOptions = {}): Promise<ApiProcess> {
  const database = options.database ?? (await createTestDatabase());
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(database, options);
    } catch (error) {
      // Another process may have taken the port in the meantime.
      if (attempt < MAX_ATTEMPTS && String(error).includes('EADDRINUSE')) continue;
      if (options.database === undefined) await database.drop();
      throw error;
    }
  }
}

/**
 * Returns the service for test files that need only their own workspaces. These files must not change global data such
 * as feed rates, and must restrict SQL to their own rows.
 */
export async function sharedApi(): Promise<Service> {
  if (!shared) return startApi();
  const { url, databaseUrl, databaseName, log } = shared;
  const pool = poolOf(databaseUrl!);
  const check = publishedBy(url!);
  const logged = () => readFileSync(log!, 'utf8').split('\n');
  return {
    url: url!,
    database: databaseOf(databaseUrl!, databaseName!, pool),
    get log() {
      return logged();
    },
    client: (token) => new Client(url!, token ?? null, check, logged),
    stop: () => pool.end(),
  };
}

/**
 * Returns a check against the OpenAPI document. Prefers the shared service's document, which already exists and is the
 * same, because all processes run the same build.
 */
function publishedBy(url: string): Promise<OpenapiCheck | null> {
  const check = (published ??= documentOf(shared?.url ?? url));
  // Clears the cached promise, so that the next caller retries.
  check.catch(() => (published = undefined));
  return check;
}

export function nodeOptions(script: 'start' | 'cli' = 'start'): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<typeof script, string> };
  return scripts[script].match(/--\S+/g)!;
}

async function launch(database: TestDatabase, options: ApiOptions): Promise<ApiProcess> {
  const port = await freePort();
  const log: string[] = [];
  const child = spawn(process.execPath, [...nodeOptions(), builtProgram('api', options.env)], {
    env: {
      PATH: process.env.PATH,
      ...(JSON.parse(readFileSync('test/e2e/support/service-settings.json', 'utf8')) as Record<string, string>),
      PORT: String(port),
      ...addressesOf(database),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  const url = `http://127.0.0.1:${port}`;
  await untilReady(child, exited, log);
  const check = publishedBy(url);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    const [code] = await exited;
    return code;
  };
  return {
    url,
    database,
    pid: child.pid!,
    log,
    client: (token) => new Client(url, token ?? null, check, () => log),
    stop: async () => {
      const code = await end('SIGTERM');
      if (options.database === undefined) await database.drop();
      return code;
    },
    kill9: async () => void (await end('SIGKILL')),
  };
}

async function untilReady(child: ChildProcess, exited: Promise<unknown>, log: readonly string[]): Promise<void> {
  const lines = createInterface({ input: child.stdout! });
  const ready = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      if (line.startsWith('{') && (JSON.parse(line) as { ready?: boolean }).ready === true) resolve();
    });
  });
  const failed = exited.then(() => Promise.reject(new Error(`the service did not start:\n${log.join('\n')}`)));
  await Promise.race([ready, failed]);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
