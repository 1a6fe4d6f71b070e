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

/** A running service, shared or of the test's own. */
export interface Service {
  readonly url: string;
  readonly database: TestDatabase;
  /** Every line that it wrote to standard error so far. */
  readonly log: readonly string[];
  /** A client without a token, or with this one. */
  client(token?: string): Client;
  stop(): Promise<unknown>;
}

/** The service as it is delivered: the built program in a process of its own. */
export interface ApiProcess extends Service {
  readonly pid: number;
  /** Asks it to end, as an operator would, waits until it has and answers its exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a power cut would. */
  kill9(): Promise<void>;
}

export interface ApiOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The database of another process; without it, a new one that goes when this process is stopped. */
  readonly database?: TestDatabase;
}

const MAX_ATTEMPTS = 3;

/** What test/run/global-setup.mjs tells of the service that test files share. */
const shared = JSON.parse(process.env.CENTAVO_TEST_SERVICE ?? 'null') as Record<string, string> | null;

let published: Promise<OpenapiCheck | null> | undefined;

/** Starts the service on a free port and waits until it says that it is ready. */
export async function startApi(options: ApiOptions = {}): Promise<ApiProcess> {
  const database = options.database ?? (await createTestDatabase());
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(database, options);
    } catch (error) {
      // Another process may have taken the port between its choice and its use.
      if (attempt < MAX_ATTEMPTS && String(error).includes('EADDRINUSE')) continue;
      if (options.database === undefined) await database.drop();
      throw error;
    }
  }
}

/**
 * The service that all test files share which want nothing of it but workspaces of their own. They change nothing that other
 * workspaces see, such as the rates of the feeds, and ask the database for nothing but what is theirs.
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
    // It goes on for the others.
    stop: () => pool.end(),
  };
}

/** The document: all processes are of one build and publish the same, and the one that is shared has made it already. */
function publishedBy(url: string): Promise<OpenapiCheck | null> {
  const check = (published ??= documentOf(shared?.url ?? url));
  // A caller that needs the document gets the failure, and the next one tries again.
  check.catch(() => (published = undefined));
  return check;
}

/** How `npm start` or `npm run cli` runs Node.js. */
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

/** A port that no process listens on at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
