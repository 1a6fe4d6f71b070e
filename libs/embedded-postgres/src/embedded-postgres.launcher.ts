import { closeSync, constants, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { postgresPrograms } from './binaries.launcher.js';
import { DATABASE, ensureCluster, SUPERUSER } from './cluster.launcher.js';
import { prepareClusterPaths, SOCKET_PORT } from './cluster-paths.launcher.js';
import type { ClusterPaths, LauncherLog } from './cluster-paths.launcher.js';
import { endOrphans, inspect, launch, LOST_THE_RACE, SETTINGS, waitForEnd } from './process.launcher.js';
import type { Attempt } from './process.launcher.js';
import { parentOf } from './processes.launcher.js';

/** Application name of the connection that each process keeps open while it uses the server. */
const KEEPER_NAME = 'centavo-keeper';
const MAX_START_MS = 60_000;
const MAX_RETRY_DELAY_MS = 1_000;

export type { LauncherLog };

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Settings that replace the defaults. They have no effect if the server is already running. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log: LauncherLog;
}

/** PostgreSQL server that runs at least until the call of `stop`. Another process may have started it. */
export interface EmbeddedPostgres {
  readonly url: string;
  urlOf(database: string): string;
  readonly owned: boolean;
  /** Releases the server. The last process that releases it waits until the server has stopped. */
  stop(): Promise<void>;
}

/**
 * Starts the server of a data folder, or uses a server that is already running. If the server stops unexpectedly, the
 * first process that notices it starts the server again.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = new KeptServer(options);
  try {
    await server.ensureRunning();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

class KeptServer implements EmbeddedPostgres {
  private readonly paths: ClusterPaths;
  private readonly programs: string;
  private readonly settings: Readonly<Record<string, string>>;
  private readonly log: EmbeddedPostgresOptions['log'];
  private readonly pipe: number;
  private connection: pg.Client | undefined;
  private recovering: Promise<void> | undefined;
  private stopping: Promise<void> | undefined;
  owned = false;

  constructor({ dataDir, settings, log }: EmbeddedPostgresOptions) {
    this.log = log;
    this.settings = { ...SETTINGS, ...settings };
    this.paths = prepareClusterPaths(dataDir, log);
    this.programs = postgresPrograms(this.paths);
    this.pipe = openSync(this.paths.pipe, constants.O_RDWR | constants.O_NOFOLLOW);
  }

  get url(): string {
    return this.urlOf(DATABASE);
  }

  urlOf(database: string): string {
    const folder = encodeURIComponent(this.paths.runFolder);
    return `postgres://${SUPERUSER}@localhost:${SOCKET_PORT}/${encodeURIComponent(database)}?host=${folder}&sslmode=disable`;
  }

  async ensureRunning(): Promise<void> {
    const deadline = performance.now() + MAX_START_MS;
    let failure: unknown = new Error('PostgreSQL did not become ready in time');
    let attempt: Attempt | undefined;
    while (performance.now() < deadline && !this.stopping) {
      const { state, pid } = inspect(this.paths.cluster);
      if (state === 'ready') {
        try {
          await this.attach();
          this.owned = attempt !== undefined && parentOf(pid) === attempt.child.pid;
          return this.log.info({ cluster: this.paths.cluster, pid, owned: this.owned }, 'embedded PostgreSQL is ready');
        } catch (error) {
          failure = error;
        }
      } else if (state === 'absent' && !attempt?.isRunning()) {
        const output = attempt?.output() ?? '';
        if (attempt && !LOST_THE_RACE.test(output)) throw new Error(`PostgreSQL does not start: ${output}`);
        if (attempt) await this.makeRoom();
        await ensureCluster(this.paths, this.programs, this.settings);
        attempt = launch(this.paths, this.programs, this.settings);
      }
      await pause(10);
    }
    throw failure;
  }

  /**
   * Kills processes of a crashed server, which would prevent a new server from starting. Then waits briefly, because
   * another process may already be starting one.
   */
  private async makeRoom(): Promise<void> {
    const pids = endOrphans(this.paths.cluster);
    if (pids.length > 0)
      this.log.warn({ cluster: this.paths.cluster, pids }, 'killed processes left by a crashed PostgreSQL');
    await pause(100);
  }

  stop(): Promise<void> {
    this.stopping ??= this.letGo();
    return this.stopping;
  }

  /** Opens a connection to notice when the server stops. */
  private async attach(): Promise<void> {
    const connection = new pg.Client({
      connectionString: this.urlOf('postgres'),
      application_name: KEEPER_NAME,
      connectionTimeoutMillis: 5_000,
      query_timeout: 2_000,
    });
    connection.on('error', () => undefined);
    await connection.connect();
    (connection as pg.Client & { unref(): void }).unref();
    this.connection = connection;
    connection.once('end', () => {
      this.connection = undefined;
      if (!this.stopping) this.recovering ??= this.recover().finally(() => (this.recovering = undefined));
    });
  }

  private async recover(): Promise<void> {
    this.log.warn({ cluster: this.paths.cluster }, 'embedded PostgreSQL ended unexpectedly; restarting it');
    for (let delay = 0; !this.stopping; delay = Math.min(2 * delay + 50, MAX_RETRY_DELAY_MS)) {
      await pause(delay);
      try {
        return await this.ensureRunning();
      } catch (error) {
        if (!this.stopping) this.log.error({ error: String(error) }, 'embedded PostgreSQL could not be restarted');
      }
    }
  }

  private async letGo(): Promise<void> {
    await this.recovering;
    const { pid } = inspect(this.paths.cluster);
    const isLast = !(await this.othersKeepIt());
    // Other processes count connections when they stop, so this connection must be closed before this process exits.
    const enough = new AbortController();
    const patience = pause(1_000, undefined, { signal: enough.signal });
    await Promise.race([this.connection?.end(), patience]).catch(() => undefined);
    enough.abort();
    closeSync(this.pipe);
    if (isLast) await waitForEnd(this.paths.cluster, pid);
  }

  private async othersKeepIt(): Promise<boolean> {
    const others = `select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`;
    const answer = await this.connection?.query(others, [KEEPER_NAME]).catch(() => undefined);
    return answer !== undefined && answer.rows.length > 0;
  }
}
