import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { ServiceUnavailable } from '../problem/http.problems.js';
import type { QueueFigures } from '../queue/fair-queue.js';
import { FairQueue } from '../queue/fair-queue.js';
import { Settings } from '../settings/settings.js';
import { cutOff } from './driver-connection.query.js';
import { Log } from '../log/log.js';
import { isConnectionLost, isDiskFull, isSaidByServer } from './database-error.js';

/** Callers that wait are refused when no connection has changed hands for so long. */
const MAX_STANDSTILL_MS = 1_700;
/** No caller waits longer than this, also where connections change hands all the time; and no more than so many wait. */
const MAX_WAIT_MS = 10_000;
const MAX_WAITING = 2_000;
/** How much of all connections no single workspace may take. */
const KEPT_FOR_OTHERS = 0.3;
/** So long without any answer, and the server is asked whether it is there; it gets this long to say so. */
const SUSPICIOUS_SILENCE_MS = 400;
const MAX_PROBE_MS = 1_000;
const LOOK_EVERY_MS = 100;
/** A disk counts as full for so long after the server last said so. */
const DISK_FULL_MS = 30_000;

interface Use {
  readonly since: number;
}

/**
 * The connections of this process to PostgreSQL. A caller that finds all of them taken waits for as long as they change
 * hands, and is refused when they stand still. No workspace takes all of them: callers that wait for each other's locks in
 * one do not hold up the others (decision 0036). A server that has fallen silent is told from one that works on a long
 * statement by asking it on a connection that is kept for that, and on a new one; where neither answers, what waits for the
 * server is cut off (decision 0032). A server that is busy takes long to accept a connection, and answers on an old one.
 */
@Injectable()
export class Connections implements OnApplicationShutdown {
  private pool: Pool | undefined;
  private readonly queue: FairQueue;
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
    this.queue = new FairQueue({
      capacity: databasePool,
      maxPerGroup: databasePool - Math.floor(databasePool * KEPT_FOR_OTHERS),
      maxWaiting: MAX_WAITING,
      maxWaitMs: MAX_WAIT_MS,
      maxStandstillMs: MAX_STANDSTILL_MS,
    });
  }

  /** Ends the pool too, which the ORM leaves open when it has not asked for a connection itself. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.looking);
    await this.watch?.end().catch(() => undefined);
    await this.orm.close();
    if (this.pool && !this.pool.ending) await this.pool.end();
  }

  figures(): { readonly open: number; readonly idle: number } & Pick<QueueFigures, 'waiting' | 'refused'> {
    const { waiting, refused } = this.queue.figures();
    return { open: this.pool?.totalCount ?? 0, idle: this.pool?.idleCount ?? 0, waiting, refused };
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
   * @throws ServiceUnavailable within two seconds when there is none to be had, later where connections change hands.
   */
  async use<T>(workspaceId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    this.pool ??= this.watched(await this.orm.em.getConnection().getNativeClient());
    this.looking ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    const release = await this.queue.acquire({ group: workspaceId || undefined });
    try {
      return await this.onClient(await this.connect(this.pool), work);
    } finally {
      release();
    }
  }

  private watched(pool: Pool): Pool {
    if (this.pool !== undefined) return this.pool;
    pool.on('connect', (client) => {
      this.clients.add(client);
      this.lastAnswer = performance.now();
    });
    return pool.on('remove', (client) => this.clients.delete(client));
  }

  private async connect(pool: Pool): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      // Where there is no server, the others need not find that out one after the other.
      if (!isSaidByServer(error)) this.queue.refuseWaiting(error);
      throw Object.assign(ServiceUnavailable(), { cause: error });
    }
  }

  /** A client whose transaction could not be ended is not given back to the pool but closed. */
  private async onClient<T>(client: PoolClient, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const use = { since: performance.now() };
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
      throw error;
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
    if (this.queue.figures().taken === 0) {
      clearInterval(this.looking);
      this.looking = undefined;
      return;
    }
    if (this.watch === undefined) void this.openWatch();
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
    const wasBusy = performance.now() - began > MAX_PROBE_MS + 2 * LOOK_EVERY_MS;
    // A server that is there need not be asked again at once.
    if (isThere) this.lastAnswer = performance.now();
    if (isThere || wasBusy || this.lastAnswer > began) return;
    this.forgetWatch();
    this.queue.refuseWaiting(new Error('the server does not answer'));
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
    const client = new pg.Client({ ...this.pool!.options, connectionTimeoutMillis: MAX_PROBE_MS });
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

/** Whether one of them comes to be true; known as soon as one does. */
function anyOf(answers: readonly Promise<boolean>[]): Promise<boolean> {
  const hopes = answers.map((answer) => answer.then((is) => (is ? true : Promise.reject(new Error('no')))));
  return Promise.any(hopes).catch(() => false);
}
