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

/** By this name the processes that keep a server find each other. */
const KEEPER_NAME = 'centavo-keeper';
const MAX_START_MS = 60_000;
const MAX_RETRY_DELAY_MS = 1_000;

export type { LauncherLog };

export interface EmbeddedPostgresOptions {
  /** The cluster stands in its folder `postgres`. */
  readonly dataDir: string;
  /** Server settings over the defaults; of no effect on a server that already runs. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log: LauncherLog;
}

/** A PostgreSQL server that runs at least until `stop`, started here or by another process on the same data folder. */
export interface EmbeddedPostgres {
  /** The address of the service's database. */
  readonly url: string;
  urlOf(database: string): string;
  /** Whether this process started the server that runs now. */
  readonly owned: boolean;
  /** Lets go of the server. The last process to do so stops it, and waits until it has stopped. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server of a data folder, making its cluster first where there is none, or joins the one that
 * another process runs. Should the server go away, it is started again by whichever process notices first.
 * @throws Error when the server cannot be started, with what it said.
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
    let failure: unknown = new Error('PostgreSQL did not get ready in time');
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
        const said = attempt?.said() ?? '';
        if (attempt && !LOST_THE_RACE.test(said)) throw new Error(`PostgreSQL does not start: ${said}`);
        if (attempt) await this.makeRoom();
        await ensureCluster(this.paths, this.programs, this.settings);
        attempt = launch(this.paths, this.programs, this.settings);
      }
      await pause(10);
    }
    throw failure;
  }

  /** Waits for the process that was first; remains of a killed server can be in the way of every process. */
  private async makeRoom(): Promise<void> {
    const pids = endOrphans(this.paths.cluster);
    if (pids.length > 0) this.log.warn({ cluster: this.paths.cluster, pids }, 'ended what a killed PostgreSQL left');
    await pause(100);
  }

  stop(): Promise<void> {
    this.stopping ??= this.letGo();
    return this.stopping;
  }

  /** Holds one connection, whose end tells at once that the server has gone. */
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
    this.log.warn({ cluster: this.paths.cluster }, 'embedded PostgreSQL went away; starting it again');
    for (let delay = 0; !this.stopping; delay = Math.min(2 * delay + 50, MAX_RETRY_DELAY_MS)) {
      await pause(delay);
      try {
        return await this.ensureRunning();
      } catch (error) {
        if (!this.stopping) this.log.error({ error: String(error) }, 'embedded PostgreSQL cannot be started again');
      }
    }
  }

  private async letGo(): Promise<void> {
    await this.recovering;
    const { pid } = inspect(this.paths.cluster);
    const isLast = !(await this.othersKeepIt());
    // The next process to stop asks PostgreSQL who else is connected.
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
