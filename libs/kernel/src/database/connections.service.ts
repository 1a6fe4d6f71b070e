import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable, Optional } from '@nestjs/common';
import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import type { FairQueue } from '../queue/fair-queue.js';
import type { WorkAtHand } from '../queue/work-at-hand.js';
import { abandonment, isAbandoned, knownAs, workAtHand } from '../queue/work-at-hand.js';
import type { Role } from '../settings/roles.js';
import { Settings } from '../settings/settings.js';
import { anyOf } from './any-of.js';
import type { ConnectionUse } from './interrupted-read.js';
import { Interrupted, readToInterrupt } from './interrupted-read.js';
import { accepts, ServiceClient } from './service-client.query.js';
import { Log } from '../log/log.js';
import { isConnectionLost, isDiskFull, isReadOnly, isSaidByServer, unreachable } from './database-error.js';
import type { Lane, LaneName, PoolFigures } from './lane.query.js';
import { CAPACITY_BESIDE, lane, optionsAs } from './lane.query.js';
import { StandbyGuard } from './standby-guard.js';

/** Time without a response from the server after which the service probes it. */
const SUSPICIOUS_SILENCE_MS = 400;
const MAX_PROBE_MS = 1_000;
/**
 * Maximum duration of a probe of a replica. It is shorter than for the primary, because the primary can serve the reads
 * of the replica.
 */
const MAX_PROBE_OF_REPLICA_MS = 500;
const OF_REPLICA = { connectionTimeoutMillis: 1_000 };
const LOOK_EVERY_MS = 100;
const ASK_EVERY_MS = 250;
const DISK_FULL_MS = 30_000;

interface Use extends ConnectionUse {
  readonly client: PoolClient;
  readonly caller: WorkAtHand['caller'];
  /** Error to throw instead of the work's own error if the service has closed the connection. */
  reason?: Error;
}

/**
 * Connection pools to PostgreSQL, one per role (decision 0003).
 *
 * A caller waits as long as other callers release connections, and is rejected if none is released in time. A single
 * workspace cannot use all connections, so callers that wait for locks in one workspace do not block other workspaces
 * (decision 0036).
 *
 * A server that does not respond may be unreachable or may be running a slow query. To find out, the service probes it
 * on a reserved connection and on a new one. If both probes fail, all waiting queries fail (decision 0032). Both are
 * needed, because a busy server is slow to accept a new connection but still responds on an open one.
 */
@Injectable()
export class Connections implements OnApplicationShutdown {
  private readonly lanes: Readonly<Record<LaneName, Lane>>;
  private readonly clients = new Set<PoolClient>();
  private readonly uses = new Set<Use>();
  private readonly standbys = new StandbyGuard();
  private lastAnswer = 0;
  private diskFullAt = Number.NEGATIVE_INFINITY;
  private watch: ServiceClient | undefined;
  private looking: NodeJS.Timeout | undefined;
  private probing: Promise<void> | undefined;
  private isReplicaAway = false;
  private hasEnded = false;

  constructor(
    private readonly orm: MikroORM,
    private readonly log: Log,
    private readonly settings: Settings,
    @Optional() private readonly replicaUrl: string | null = null,
  ) {
    const [identity, operator, snapshots] = [lane(CAPACITY_BESIDE), lane(CAPACITY_BESIDE), lane(CAPACITY_BESIDE)];
    this.lanes = { app: lane(settings.databasePool), identity, operator, snapshots };
  }

  /** Closes the ORM and all pools. The ORM does not close a pool from which it never took a connection. */
  async onApplicationShutdown(): Promise<void> {
    this.hasEnded = true;
    clearInterval(this.looking);
    await this.watch?.end().catch(() => undefined);
    if (this.replicaUrl === null) await this.orm.close();
    for (const { pool } of this.all) if (pool && !pool.ending) await pool.end();
  }

  private get maxProbeMs(): number {
    return this.replicaUrl === null ? MAX_PROBE_MS : MAX_PROBE_OF_REPLICA_MS;
  }

  /** True if the replica is unreachable. Reads from it fail immediately until it accepts connections again. */
  get isAway(): boolean {
    return this.isReplicaAway;
  }

  private get all(): Lane[] {
    return Object.values(this.lanes);
  }

  figures(): PoolFigures {
    const sum = (figure: (lane: Lane) => number | undefined): number =>
      this.all.reduce((total, one) => total + (figure(one) ?? 0), 0);
    return {
      open: sum(({ pool }) => pool?.totalCount),
      idle: sum(({ pool }) => pool?.idleCount),
      waiting: sum(({ queue }) => queue.figures().waiting),
      refused: sum(({ queue }) => queue.figures().refused),
    };
  }

  isDiskFull(): boolean {
    return performance.now() - this.diskFullAt < DISK_FULL_MS;
  }

  cutOff(): void {
    for (const client of this.clients) cutOff(client);
  }

  /**
   * Runs work with a connection.
   * @param workspaceId empty string if the work belongs to no workspace
   * @throws ServiceUnavailable if no connection is released for two seconds, or after a wait of ten seconds
   */
  async use<T>(workspaceId: string, work: (client: PoolClient) => Promise<T>, name: LaneName = 'app'): Promise<T> {
    if (this.isAway) throw unreachable(new Error('the replica is unreachable'));
    const lane = this.lanes[name];
    const pool = lane.pool ?? (await this.poolOf(name));
    this.looking ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    const group = workspaceId || undefined;
    const release = await lane.queue.acquire({ group });
    const since = performance.now();
    try {
      if (isAbandoned(workAtHand())) throw abandonment();
      const client = await this.connect(pool, lane.queue);
      return await this.onClient({ client, since, queue: lane.queue, group }, work);
    } finally {
      release();
    }
  }

  private async poolOf(name: LaneName): Promise<Pool> {
    const own = await this.orm.em.getConnection().getNativeClient();
    const lane = this.lanes[name];
    const role = name === 'snapshots' ? 'app' : name;
    const isOwn = name === 'app' && this.replicaUrl === null;
    const ofReplica = this.replicaUrl !== null && { connectionString: this.replicaUrl, ...OF_REPLICA };
    const options = { ...own.options, ...ofReplica };
    const max = name === 'app' ? own.options.max : CAPACITY_BESIDE;
    return (lane.pool ??= this.watched(isOwn ? own : new pg.Pool(optionsAs(role, options, max))));
  }

  private watched(pool: Pool): Pool {
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.clients.add(client);
      // A pooler accepts connections even if its server is unreachable.
      if (!this.settings.databasePooler) this.lastAnswer = performance.now();
    });
    return pool.on('remove', (client) => this.clients.delete(client));
  }

  private async connect(pool: Pool, queue: FairQueue): Promise<PoolClient> {
    const client = await pool.connect().catch((error: unknown) => {
      if (!isSaidByServer(error)) this.refuseUntilBack(queue, error);
      throw unreachable(error);
    });
    const { isStandby } = client as PoolClient & ServiceClient;
    if (this.replicaUrl !== null || !this.standbys.rejects(isStandby)) return client;
    client.release(true);
    throw unreachable(new Error('the server is a standby'));
  }

  /**
   * Runs work with a client, and then returns the client to the pool. Closes the client instead if a failed transaction
   * is still open on it, or if the server has become a standby.
   */
  private async onClient<T>(
    place: Pick<Use, 'client' | 'since' | 'queue' | 'group'>,
    work: (client: PoolClient) => Promise<T>,
  ): Promise<T> {
    const { client } = place;
    const { caller, mayBeInterrupted = false } = workAtHand();
    const use: Use = { ...place, caller, mayBeInterrupted };
    this.uses.add(use);
    let [settled, isDemoted] = [false, false];
    try {
      // The read may start other work that writes. That work must not be interrupted.
      const result = await (mayBeInterrupted ? knownAs({ mayBeInterrupted: false }, () => work(client)) : work(client));
      settled = true;
      this.lastAnswer = performance.now();
      return result;
    } catch (error) {
      if (!isConnectionLost(error)) this.lastAnswer = performance.now();
      if (isDiskFull(error)) this.noteDiskFull(error);
      isDemoted = isReadOnly(error);
      throw use.reason ?? error;
    } finally {
      this.uses.delete(use);
      client.release(isDemoted || (!settled && client.getTransactionStatus() !== 'I'));
    }
  }

  private noteDiskFull(error: unknown): void {
    if (!this.isDiskFull()) this.log.error({ err: error }, 'disk full: the database cannot write');
    this.diskFullAt = performance.now();
  }

  private look(): void {
    if (this.all.every(({ queue }) => queue.figures().taken === 0)) {
      clearInterval(this.looking);
      this.looking = undefined;
      return;
    }
    if (this.watch === undefined) void this.openWatch();
    for (const use of this.uses) if (isAbandoned(use)) cutOffUse(use, abandonment());
    for (const { queue } of this.all) {
      const slow = readToInterrupt(this.uses, queue, performance.now());
      if (slow) cutOffUse(slow, new Interrupted());
    }
    const [longest] = this.uses;
    if (longest && performance.now() - Math.max(longest.since, this.lastAnswer) > SUSPICIOUS_SILENCE_MS) {
      this.probing ??= this.cutOffWhenGone().finally(() => (this.probing = undefined));
    }
  }

  private async cutOffWhenGone(): Promise<void> {
    const began = performance.now();
    const isThere = await anyOf([this.isHeard(), this.takesConnections()]);
    // The process may be so busy that it has not read a response that has already arrived.
    await nextTurn();
    const wasBusy = performance.now() - began > this.maxProbeMs + 2 * LOOK_EVERY_MS;
    if (isThere) this.lastAnswer = performance.now();
    if (isThere || wasBusy || this.lastAnswer > began) return;
    this.forgetWatch();
    for (const { queue } of this.all) this.refuseUntilBack(queue, new Error('the server does not answer'));
    this.cutOff();
  }

  /**
   * Rejects all waiting callers. If the server is a replica, also rejects new callers until it accepts connections
   * again.
   */
  private refuseUntilBack(queue: FairQueue, reason: unknown): void {
    queue.refuseWaiting(reason);
    if (this.replicaUrl === null || this.isAway) return;
    this.isReplicaAway = true;
    this.log.error({ err: reason }, 'the replica is unreachable; the primary serves its reads');
    const ask = async (): Promise<void> => {
      if (!this.hasEnded && !(await this.takesConnections()))
        return void setTimeout(() => void ask(), ASK_EVERY_MS).unref();
      this.isReplicaAway = false;
    };
    void ask();
  }

  /** Opens the connection for probes while the server is healthy. */
  private async openWatch(): Promise<void> {
    const watch = this.newClient();
    this.watch = watch;
    watch.on('end', () => this.watch === watch && this.forgetWatch());
    await watch.connect().catch(() => this.watch === watch && this.forgetWatch());
  }

  private forgetWatch(): void {
    const { watch } = this;
    this.watch = undefined;
    watch?.cutOff();
  }

  private newClient(role?: Role): ServiceClient {
    const { options } = this.all.find(({ pool }) => pool !== undefined)!.pool!;
    const own = role === undefined ? options : optionsAs(role, options, 1);
    const client = new ServiceClient({ ...own, connectionTimeoutMillis: this.maxProbeMs });
    client.on('error', () => undefined);
    return client;
  }

  private async isHeard(): Promise<boolean> {
    const { watch } = this;
    if (watch === undefined) return false;
    const answered = (watch as pg.Client).query('select 1').then(() => true, isSaidByServer);
    return Promise.race([answered, pause(this.maxProbeMs, false, { ref: false })]);
  }

  private takesConnections(): Promise<boolean> {
    const { databasePooler } = this.settings;
    // Probes with the identity role, because API requests may use all connections that the pooler has for the app role.
    const probe = this.newClient(databasePooler ? 'identity' : undefined);
    return accepts(probe, this.maxProbeMs);
  }
}

function cutOffUse(use: Use, reason: Error): void {
  use.reason ??= reason;
  cutOff(use.client);
}

function cutOff(client: PoolClient): void {
  (client as PoolClient & ServiceClient).cutOff();
}
