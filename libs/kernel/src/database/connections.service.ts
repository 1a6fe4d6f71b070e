import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable, Optional } from '@nestjs/common';
import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import type { FairQueue } from '../queue/fair-queue.js';
import type { WorkAtHand } from '../queue/work-at-hand.js';
import { hasGone, workAtHand } from '../queue/work-at-hand.js';
import type { Role } from '../settings/roles.js';
import { Settings } from '../settings/settings.js';
import { anyOf } from './any-of.js';
import { accepts, ServiceClient } from './service-client.query.js';
import { Log } from '../log/log.js';
import { isConnectionLost, isDiskFull, isSaidByServer, unreachable } from './database-error.js';
import type { Lane, LaneName, PoolFigures } from './lane.query.js';
import { CAPACITY_BESIDE, lane, optionsAs } from './lane.query.js';

/** So long without any answer, and the server is asked whether it is there; it gets this long to say so. */
const SUSPICIOUS_SILENCE_MS = 400;
const MAX_PROBE_MS = 1_000;
/** A replica gets less time: the server itself answers its reads. */
const MAX_PROBE_OF_REPLICA_MS = 500;
const OF_REPLICA = { connectionTimeoutMillis: 1_000 };
const LOOK_EVERY_MS = 100;
/** Interval of connection attempts to a replica that is away. */
const ASK_EVERY_MS = 250;
/** A disk counts as full for so long after the server last said so. */
const DISK_FULL_MS = 30_000;

interface Use {
  readonly since: number;
  readonly client: PoolClient;
  /** Who waits for it, where that is known. */
  readonly caller: WorkAtHand['caller'];
  isCutOff?: boolean;
}

/**
 * The connections of this process to PostgreSQL. A caller that finds all of them taken waits for as long as they change
 * hands, and is refused when they stand still. No workspace takes all of them: callers that wait for each other's locks in
 * one do not hold up the others (decision 0036). A server that has fallen silent is told from one that works on a long
 * statement by asking it on a connection that is kept for that, and on a new one; where neither answers, what waits for the
 * server is cut off (decision 0032). A server that is busy takes long to accept a connection, and answers on an old one.
 * Each role has connections of its own, on which it has logged in (decision 0056).
 */
@Injectable()
export class Connections implements OnApplicationShutdown {
  private readonly lanes: Readonly<Record<LaneName, Lane>>;
  private readonly clients = new Set<PoolClient>();
  private readonly uses = new Set<Use>();
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
    /** Address of a replica; null for the database of the ORM. */
    @Optional() private readonly replicaUrl: string | null = null,
  ) {
    const [identity, operator, snapshots] = [lane(CAPACITY_BESIDE), lane(CAPACITY_BESIDE), lane(CAPACITY_BESIDE)];
    this.lanes = { app: lane(settings.databasePool), identity, operator, snapshots };
  }

  /** Ends the pool too, which the ORM leaves open when it has not asked for a connection itself. */
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

  /** True for a replica that takes no connections. It refuses reads at once until it takes them again. */
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

  /** Whether the server said of late that it has no space left to write. */
  isDiskFull(): boolean {
    return performance.now() - this.diskFullAt < DISK_FULL_MS;
  }

  /** Ends every connection on this side, and with it what waits for an answer. */
  cutOff(): void {
    for (const client of this.clients) cutOff(client);
  }

  /**
   * Does work on a connection of its own.
   * @param workspaceId whose work it is; empty where it belongs to no workspace
   * @param name which connections: what they may do
   * @throws ServiceUnavailable within two seconds when there is none to be had, later where connections change hands.
   */
  async use<T>(workspaceId: string, work: (client: PoolClient) => Promise<T>, name: LaneName = 'app'): Promise<T> {
    if (this.isAway) throw unreachable(new Error('the replica is away'));
    const lane = this.lanes[name];
    const pool = lane.pool ?? (await this.poolOf(name));
    this.looking ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    const release = await lane.queue.acquire({ group: workspaceId || undefined });
    try {
      if (isAbandoned(workAtHand())) throw abandonment();
      return await this.onClient(await this.connect(pool, lane.queue), work);
    } finally {
      release();
    }
  }

  /** The serving role's pool is the ORM's; those of the others are like it. */
  private async poolOf(name: LaneName): Promise<Pool> {
    const own = await this.orm.em.getConnection().getNativeClient();
    const lane = this.lanes[name];
    const role = name === 'snapshots' ? 'app' : name;
    // Another request may have taken it meanwhile.
    const isOwn = name === 'app' && this.replicaUrl === null;
    const ofReplica = this.replicaUrl !== null && { connectionString: this.replicaUrl, ...OF_REPLICA };
    const options = { ...own.options, ...ofReplica };
    const max = name === 'app' ? own.options.max : CAPACITY_BESIDE;
    return (lane.pool ??= this.watched(isOwn ? own : new pg.Pool(optionsAs(role, options, max))));
  }

  private watched(pool: Pool): Pool {
    // The user of a connection gets its error; an idle one the pool removes by itself.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.clients.add(client);
      // A pooler says nothing of its server by that.
      if (!this.settings.databasePooler) this.lastAnswer = performance.now();
    });
    return pool.on('remove', (client) => this.clients.delete(client));
  }

  private async connect(pool: Pool, queue: FairQueue): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      // Where there is no server, the others need not find that out one after the other.
      if (!isSaidByServer(error)) this.refuseUntilBack(queue, error);
      throw unreachable(error);
    }
  }

  /** A client whose transaction could not be ended is not given back to the pool but closed. */
  private async onClient<T>(client: PoolClient, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const use: Use = { since: performance.now(), client, caller: workAtHand().caller };
    this.uses.add(use);
    let settled = false;
    try {
      const result = await work(client);
      settled = true;
      this.lastAnswer = performance.now();
      return result;
    } catch (error) {
      if (!isConnectionLost(error)) this.lastAnswer = performance.now();
      if (isDiskFull(error)) this.noteDiskFull(error);
      throw use.isCutOff ? abandonment() : error;
    } finally {
      this.uses.delete(use);
      client.release(!settled && client.getTransactionStatus() !== 'I');
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
    for (const use of this.uses) if (isAbandoned(use)) abandon(use);
    const [longest] = this.uses;
    if (longest && performance.now() - Math.max(longest.since, this.lastAnswer) > SUSPICIOUS_SILENCE_MS) {
      this.probing ??= this.cutOffWhenGone().finally(() => (this.probing = undefined));
    }
  }

  private async cutOffWhenGone(): Promise<void> {
    const began = performance.now();
    const isThere = await anyOf([this.isHeard(), this.takesConnections()]);
    // A process that was busy itself may only now come to read what has long been answered.
    await nextTurn();
    const wasBusy = performance.now() - began > this.maxProbeMs + 2 * LOOK_EVERY_MS;
    // A server that is there need not be asked again at once.
    if (isThere) this.lastAnswer = performance.now();
    if (isThere || wasBusy || this.lastAnswer > began) return;
    this.forgetWatch();
    for (const { queue } of this.all) this.refuseUntilBack(queue, new Error('the server does not answer'));
    // The idle ones are as dead as the others, even if a server comes back.
    this.cutOff();
  }

  /** Refuses all waiting callers. A replica refuses new ones as well until it takes connections again. */
  private refuseUntilBack(queue: FairQueue, reason: unknown): void {
    queue.refuseWaiting(reason);
    if (this.replicaUrl === null || this.isAway) return;
    this.isReplicaAway = true;
    this.log.error({ err: reason }, 'the replica is away: the server answers its reads until it is back');
    const ask = async (): Promise<void> => {
      if (!this.hasEnded && !(await this.takesConnections()))
        return void setTimeout(() => void ask(), ASK_EVERY_MS).unref();
      this.isReplicaAway = false;
    };
    void ask();
  }

  /** Opens the connection that is kept for asking whether the server is there; it is opened while nothing is wrong. */
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
    // As a role that requests of the API do not use: they cannot have taken all connections that a pooler has for it.
    const probe = this.newClient(databasePooler ? 'identity' : undefined);
    return accepts(probe, databasePooler, this.maxProbeMs);
  }
}

/** Closes the connection of a caller that has gone. The server ends its query and rolls back. */
function abandon(use: Use): void {
  use.isCutOff = true;
  cutOff(use.client);
}

function cutOff(client: PoolClient): void {
  (client as PoolClient & ServiceClient).cutOff();
}

function isAbandoned({ caller }: Pick<WorkAtHand, 'caller'>): boolean {
  return caller !== undefined && hasGone(caller);
}

/** Thrown after the client has disconnected. */
function abandonment(): Error {
  return new DOMException('The client has gone', 'AbortError');
}
