import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import pg from 'pg';
import type { Pool, PoolClient, PoolOptions } from 'pg';
import { ServiceUnavailable } from '../problem/http.problems.js';
import type { QueueFigures } from '../queue/fair-queue.js';
import { FairQueue } from '../queue/fair-queue.js';
import type { WorkAtHand } from '../queue/work-at-hand.js';
import { hasGone, workAtHand } from '../queue/work-at-hand.js';
import { Settings } from '../settings/settings.js';
import { cancelOn, cutOff } from './driver-connection.query.js';
import { Log } from '../log/log.js';
import { isConnectionLost, isDiskFull, isSaidByServer } from './database-error.js';
import { startupOptions } from './pooled-client.query.js';
import type { Role } from '../settings/roles.js';
import { addressAs } from '../settings/roles.js';

/** Callers that wait are refused when no connection has changed hands for so long. */
const MAX_STANDSTILL_MS = 1_700;
/** No caller waits longer than this, also where connections change hands all the time; and no more than so many wait. */
const MAX_WAIT_MS = 10_000;
const MAX_WAITING = 2_000;
/** How much of all connections no single workspace may take. */
const KEPT_FOR_OTHERS = 0.3;
/** Connections of the roles that requests of the API do not need: people who sign in, and jobs, of which one runs within another. */
const CAPACITY_BESIDE = 3;
/** So long without any answer, and the server is asked whether it is there; it gets this long to say so. */
const SUSPICIOUS_SILENCE_MS = 400;
const MAX_PROBE_MS = 1_000;
const LOOK_EVERY_MS = 100;
/** A disk counts as full for so long after the server last said so. */
const DISK_FULL_MS = 30_000;

/** What is cancelled for its caller has gone is cancelled again after so long, where that met it between two statements. */
const CANCEL_AGAIN_MS = 500;

interface Use {
  readonly since: number;
  readonly client: PoolClient;
  /** Who waits for it, where that is known. */
  readonly caller: WorkAtHand['caller'];
  cancelledAt?: number;
  cancelling?: Promise<void>;
}

/** The connections of one role. */
interface Lane {
  pool: Pool | undefined;
  readonly queue: FairQueue;
}

/**
 * The connections of each role; and those of the serving role that read at a snapshot while the one that exported it is
 * held (decision 0062): where both came from the same lane, callers would wait for each other's second one.
 */
export type LaneName = Role | 'snapshots';

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
  private watch: pg.Client | undefined;
  private looking: NodeJS.Timeout | undefined;
  private probing: Promise<void> | undefined;

  constructor(
    private readonly orm: MikroORM,
    private readonly log: Log,
    { databasePool }: Settings,
  ) {
    const [identity, operator, snapshots] = [lane(CAPACITY_BESIDE), lane(CAPACITY_BESIDE), lane(CAPACITY_BESIDE)];
    this.lanes = { app: lane(databasePool), identity, operator, snapshots };
  }

  /** Ends the pool too, which the ORM leaves open when it has not asked for a connection itself. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.looking);
    await this.watch?.end().catch(() => undefined);
    await this.orm.close();
    for (const { pool } of this.all) if (pool && !pool.ending) await pool.end();
  }

  private get all(): Lane[] {
    return Object.values(this.lanes);
  }

  figures(): { readonly open: number; readonly idle: number } & Pick<QueueFigures, 'waiting' | 'refused'> {
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
    return (lane.pool ??= this.watched(name === 'app' ? own : new pg.Pool(optionsAs(role, own.options))));
  }

  private watched(pool: Pool): Pool {
    // The user of a connection gets its error; an idle one the pool removes by itself.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.clients.add(client);
      this.lastAnswer = performance.now();
    });
    return pool.on('remove', (client) => this.clients.delete(client));
  }

  private async connect(pool: Pool, queue: FairQueue): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      // Where there is no server, the others need not find that out one after the other.
      if (!isSaidByServer(error)) queue.refuseWaiting(error);
      throw Object.assign(ServiceUnavailable(), { cause: error });
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
      throw use.cancelledAt === undefined ? error : abandonment();
    } finally {
      this.uses.delete(use);
      await use.cancelling;
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
    for (const use of this.uses) if (isAbandoned(use)) this.cancel(use);
    const [longest] = this.uses;
    if (longest && performance.now() - Math.max(longest.since, this.lastAnswer) > SUSPICIOUS_SILENCE_MS) {
      this.probing ??= this.cutOffWhenGone().finally(() => (this.probing = undefined));
    }
  }

  /** Ends what nobody waits for; its transaction fails, and is rolled back unless it is being committed. */
  private cancel(use: Use): void {
    if (performance.now() - (use.cancelledAt ?? Number.NEGATIVE_INFINITY) < CANCEL_AGAIN_MS) return;
    use.cancelledAt = performance.now();
    use.cancelling = cancelOn(use.client, this.newClient(), MAX_PROBE_MS);
  }

  private async cutOffWhenGone(): Promise<void> {
    const began = performance.now();
    const isThere = await anyOf([this.isHeard(), this.takesConnections()]);
    // A process that was busy itself may only now come to read what has long been answered.
    await nextTurn();
    const wasBusy = performance.now() - began > MAX_PROBE_MS + 2 * LOOK_EVERY_MS;
    // A server that is there need not be asked again at once.
    if (isThere) this.lastAnswer = performance.now();
    if (isThere || wasBusy || this.lastAnswer > began) return;
    this.forgetWatch();
    for (const { queue } of this.all) queue.refuseWaiting(new Error('the server does not answer'));
    // The idle ones are as dead as the others, even if a server comes back.
    this.cutOff();
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
    if (watch) cutOff(watch);
  }

  private newClient(): pg.Client {
    const { options } = this.all.find(({ pool }) => pool !== undefined)!.pool!;
    const client = new pg.Client({ ...options, connectionTimeoutMillis: MAX_PROBE_MS });
    return client.on('error', () => undefined);
  }

  private async isHeard(): Promise<boolean> {
    const { watch } = this;
    if (watch === undefined) return false;
    const answered = watch.query('select 1').then(() => true, isSaidByServer);
    return Promise.race([answered, pause(MAX_PROBE_MS, false, { ref: false })]);
  }

  private async takesConnections(): Promise<boolean> {
    const probe = this.newClient();
    const isThere = await probe.connect().then(() => true, isSaidByServer);
    probe.end().catch(() => undefined);
    return isThere;
  }
}

function lane(capacity: number): Lane {
  const queue = new FairQueue({
    capacity,
    maxPerGroup: capacity - Math.floor(capacity * KEPT_FOR_OTHERS),
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    maxStandstillMs: MAX_STANDSTILL_MS,
  });
  return { pool: undefined, queue };
}

/** The options of the serving role's pool for another role. */
function optionsAs(role: Role, options: PoolOptions): PoolOptions {
  const connectionString = addressAs(role, options.connectionString!);
  const session = 'sessionRole' in options ? { sessionRole: role } : { options: startupOptions(role) };
  return { ...options, connectionString, max: CAPACITY_BESIDE, min: CAPACITY_BESIDE, ...session };
}

function isAbandoned({ caller }: Pick<WorkAtHand, 'caller'>): boolean {
  return caller !== undefined && hasGone(caller);
}

/** What is thrown where nobody hears it. */
function abandonment(): Error {
  return new DOMException('The client has gone', 'AbortError');
}

/** Whether one of them comes to be true; known as soon as one does. */
function anyOf(answers: readonly Promise<boolean>[]): Promise<boolean> {
  const hopes = answers.map((answer) => answer.then((is) => (is ? true : Promise.reject(new Error('no')))));
  return Promise.any(hopes).catch(() => false);
}
