import { setImmediate as nextTurn } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { ServiceUnavailable } from '../problem/wire.problems.js';
import { isConnectionLost, isSaidByServer } from './database-error.js';

/** Those who wait are refused when no connection has changed hands for so long. */
const LONGEST_STANDSTILL_MS = 1_700;
/** Nobody waits longer than this, also where connections change hands all the time; and no more than so many wait. */
const LONGEST_WAIT_MS = 10_000;
const MOST_WAITING = 2_000;
/** So long without any answer, and the server is asked whether it is there; it gets this long to say so. */
const SUSPICIOUS_SILENCE_MS = 400;
const LONGEST_PROBE_MS = 1_000;
const LOOK_EVERY_MS = 100;

interface Use {
  readonly since: number;
}

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
  readonly refuse: (problem: Error) => void;
}

/**
 * The connections of this process to PostgreSQL. Who finds all of them taken waits for as long as they change hands, and is
 * refused when they stand still. A server that has fallen silent is told from one that works on a long statement by asking
 * it on a connection of its own; where nothing answers there, what waits for it is cut off (decision 0032).
 */
@Injectable()
export class Connections implements OnApplicationShutdown {
  private pool: Pool | undefined;
  private taken = 0;
  private readonly clients = new Set<PoolClient>();
  private readonly uses = new Set<Use>();
  private readonly waiting: Waiting[] = [];
  private lastMove = 0;
  private lastAnswer = 0;
  private lastLook = 0;
  private looking: NodeJS.Timeout | undefined;
  private probing: Promise<void> | undefined;

  constructor(private readonly orm: MikroORM) {}

  /** Ends the pool too, which the ORM leaves open when it has not asked for a connection itself. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.looking);
    await this.orm.close();
    if (this.pool && !this.pool.ending) await this.pool.end();
  }

  figures(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    return { open: this.pool?.totalCount ?? 0, idle: this.pool?.idleCount ?? 0, waiting: this.waiting.length };
  }

  /**
   * Does work on a connection of its own.
   * @throws ServiceUnavailable within two seconds when there is none to be had, later where connections change hands.
   */
  async use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    this.pool ??= this.watched(await this.orm.em.getConnection().getNativeClient());
    this.looking ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    if (this.taken < this.pool.options.max) this.taken += 1;
    else await this.turn();
    this.lastMove = performance.now();
    try {
      return await this.onClient(await this.connect(this.pool), work);
    } finally {
      this.lastMove = performance.now();
      // Whoever waits takes the place over; it is never free in between.
      const next = this.waiting.shift();
      if (next) next.begin();
      else this.taken -= 1;
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

  private turn(): Promise<void> {
    if (this.waiting.length >= MOST_WAITING) throw unavailable(new Error('too many wait for a connection'));
    return new Promise((begin, refuse) => this.waiting.push({ since: performance.now(), begin, refuse }));
  }

  private async connect(pool: Pool): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      // Where there is no server, the others need not find that out one after the other.
      if (!isSaidByServer(error)) this.refuse(this.waiting.length, error);
      throw unavailable(error);
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
      throw error;
    } finally {
      this.uses.delete(use);
      client.release(!settled && client.getTransactionStatus() !== 'I');
    }
  }

  private look(): void {
    const now = performance.now();
    if (this.taken === 0) {
      clearInterval(this.looking);
      this.looking = undefined;
      return;
    }
    const [longest] = this.uses;
    if (longest && now - Math.max(longest.since, this.lastAnswer) > SUSPICIOUS_SILENCE_MS) {
      this.probing ??= this.cutOffWhenGone().finally(() => (this.probing = undefined));
    }
    // A process that was busy itself has not seen yet what has moved.
    if (now - this.lastLook > LONGEST_STANDSTILL_MS / 2) this.lastMove = now;
    this.lastLook = now;
    const standsStill = now - this.lastMove > LONGEST_STANDSTILL_MS;
    const late = this.waiting.filter(({ since }) => standsStill || now - since > LONGEST_WAIT_MS);
    this.refuse(late.length, new Error('all connections are taken'));
  }

  /** Refuses those who have waited longest. */
  private refuse(count: number, cause: unknown): void {
    for (const { refuse } of this.waiting.splice(0, count)) refuse(unavailable(cause));
  }

  private async cutOffWhenGone(): Promise<void> {
    const began = performance.now();
    const probe = new pg.Client({ ...this.pool!.options, connectionTimeoutMillis: LONGEST_PROBE_MS });
    probe.on('error', () => undefined);
    const isThere = await probe.connect().then(() => true, isSaidByServer);
    probe.end().catch(() => undefined);
    // A process that was busy itself may only now come to read what has long been answered.
    await nextTurn();
    const wasBusy = performance.now() - began > LONGEST_PROBE_MS + 2 * LOOK_EVERY_MS;
    // Whoever is there need not be asked again at once.
    if (isThere) this.lastAnswer = performance.now();
    if (isThere || wasBusy || this.lastAnswer > began) return;
    this.refuse(this.waiting.length, new Error('the server does not answer'));
    // Those that nobody uses now are as dead as the others, even if a server comes back.
    for (const client of this.clients) cutOff(client);
  }
}

/** Ends a connection on this side; what waits for an answer on it fails at once. */
function cutOff(client: PoolClient): void {
  (client as PoolClient & { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

function unavailable(cause: unknown): Error {
  return Object.assign(ServiceUnavailable(), { cause });
}
