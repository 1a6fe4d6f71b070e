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
/** How much of all connections no single workspace may take. */
const KEPT_FOR_OTHERS = 0.3;
/** So long without any answer, and the server is asked whether it is there; it gets this long to say so. */
const SUSPICIOUS_SILENCE_MS = 400;
const LONGEST_PROBE_MS = 1_000;
const LOOK_EVERY_MS = 100;

interface Use {
  readonly since: number;
}

/** What a workspace has of the connections, while it has or wants any. */
interface Share {
  readonly most: number;
  taken: number;
  waiting: number;
  lastMove: number;
}

interface Waiting {
  readonly since: number;
  readonly share: Share;
  readonly begin: () => void;
  readonly refuse: (problem: Error) => void;
}

/**
 * The connections of this process to PostgreSQL. Who finds all of them taken waits for as long as they change hands, and is
 * refused when they stand still. No workspace takes all of them: those who wait for each other's locks in one hold nobody up
 * elsewhere (decision 0036). A server that has fallen silent is told from one that works on a long statement by asking
 * it on a connection of its own; where nothing answers there, what waits for it is cut off (decision 0032).
 */
@Injectable()
export class Connections implements OnApplicationShutdown {
  private pool: Pool | undefined;
  private taken = 0;
  private readonly clients = new Set<PoolClient>();
  private readonly uses = new Set<Use>();
  private readonly waiting: Waiting[] = [];
  private readonly shares = new Map<string, Share>();
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
   * @param workspaceId whose work it is; empty where it is nobody's in particular
   * @throws ServiceUnavailable within two seconds when there is none to be had, later where connections change hands.
   */
  async use<T>(workspaceId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    this.pool ??= this.watched(await this.orm.em.getConnection().getNativeClient());
    this.looking ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    const share = this.shareOf(workspaceId, this.pool.options.max);
    try {
      if (this.taken < this.pool.options.max && share.taken < share.most) this.take(share);
      else await this.turn(share);
      try {
        return await this.onClient(await this.connect(this.pool), work);
      } finally {
        this.giveBack(share);
      }
    } finally {
      if (share.taken + share.waiting === 0) this.shares.delete(workspaceId);
    }
  }

  private shareOf(workspaceId: string, all: number): Share {
    const most = workspaceId === '' ? all : all - Math.floor(all * KEPT_FOR_OTHERS);
    const share = this.shares.get(workspaceId) ?? { most, taken: 0, waiting: 0, lastMove: performance.now() };
    this.shares.set(workspaceId, share);
    return share;
  }

  private take(share: Share): void {
    this.taken += 1;
    share.taken += 1;
    share.lastMove = this.lastMove = performance.now();
  }

  /** Whoever waits takes the place over; it is never free in between. */
  private giveBack(share: Share): void {
    this.taken -= 1;
    share.taken -= 1;
    share.lastMove = this.lastMove = performance.now();
    const next = this.waiting.findIndex((one) => one.share.taken < one.share.most);
    if (next >= 0) this.waiting.splice(next, 1)[0]!.begin();
  }

  private watched(pool: Pool): Pool {
    if (this.pool !== undefined) return this.pool;
    pool.on('connect', (client) => {
      this.clients.add(client);
      this.lastAnswer = performance.now();
    });
    return pool.on('remove', (client) => this.clients.delete(client));
  }

  private async turn(share: Share): Promise<void> {
    if (this.waiting.length >= MOST_WAITING) throw unavailable(new Error('too many wait for a connection'));
    share.waiting += 1;
    try {
      await new Promise<void>((resolve, refuse) => {
        const begin = (): void => {
          this.take(share);
          resolve();
        };
        this.waiting.push({ since: performance.now(), share, begin, refuse });
      });
    } finally {
      share.waiting -= 1;
    }
  }

  private async connect(pool: Pool): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      // Where there is no server, the others need not find that out one after the other.
      if (!isSaidByServer(error)) this.refuse(this.waiting, error);
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
    if (now - this.lastLook > LONGEST_STANDSTILL_MS / 2) {
      this.lastMove = now;
      for (const share of this.shares.values()) share.lastMove = now;
    }
    this.lastLook = now;
    const late = this.waiting.filter(({ since, share }) => {
      const lastMove = share.taken < share.most ? this.lastMove : share.lastMove;
      return now - lastMove > LONGEST_STANDSTILL_MS || now - since > LONGEST_WAIT_MS;
    });
    this.refuse(late, new Error('all connections are taken'));
  }

  private refuse(those: readonly Waiting[], cause: unknown): void {
    const refused = new Set(those);
    const staying = this.waiting.filter((one) => !refused.has(one));
    this.waiting.splice(0, this.waiting.length, ...staying);
    for (const { refuse } of refused) refuse(unavailable(cause));
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
    this.refuse(this.waiting, new Error('the server does not answer'));
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
