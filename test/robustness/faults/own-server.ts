import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { databaseOf, poolOf } from '../../../libs/kernel/src/testing.js';
import type { ApiOptions, ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';

/** Embedded PostgreSQL with production settings. Killing it does not affect other tests. */
export interface OwnServer {
  /** Queries fail while the server is down. */
  readonly database: TestDatabase;
  startApi(options?: ApiOptions): Promise<ApiProcess>;
  /** Kills all processes of the server, as a power failure does. */
  kill9(): void;
  /** Deletes the data. The server ends when its last user process ends. */
  remove(): Promise<void>;
}

export function ownServer(parent = tmpdir()): OwnServer {
  const folder = mkdtempSync(join(realpathSync(parent), 'centavo-faults-'));
  // PostgreSQL may run as another user, who must be able to access the folder.
  chmodSync(folder, 0o711);
  const socket = encodeURIComponent(join(folder, 'data/postgres-run'));
  const url = `postgres://centavo@localhost:5432/centavo?host=${socket}&sslmode=disable`;
  const pool = poolOf(url);
  const database = databaseOf(url, 'centavo', pool);
  return {
    database,
    startApi: ({ env } = {}) =>
      startApi({
        database,
        env: { DATABASE_URL: '', DATABASE_ADMIN_URL: '', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error', ...env },
      }),
    kill9: () => {
      const server = Number(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0]);
      for (const pid of [server, ...childrenOf(server)]) kill(pid);
    },
    remove: async () => {
      await pool.end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function childrenOf(parent: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(facts.slice(facts.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
