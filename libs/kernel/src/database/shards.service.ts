import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Clock } from '../calendar/clock.service.js';
import { Log } from '../log/log.js';
import { isServiceUnavailable } from '../problem/http.problems.js';
import { workAtHand } from '../queue/work-at-hand.js';
import { Settings } from '../settings/settings.js';
import { DIRECTORY } from '../settings/shard-list.js';
import { boundTo } from './advisory-locks.js';
import type { PoolFigures } from './lane.query.js';
import { Connections } from './connections.service.js';
import { sendAsOneTransaction } from './implicit-transaction.query.js';
import { selectPlacement } from './placement.query.js';
import { Replica } from './replica.service.js';
import type { ShardFailure } from './shard-failure.js';
import { shardFailure, unreachable } from './shard-failure.js';
import type { TransactionScope } from './transaction-scope.js';
import { roleOf } from './transaction-scope.js';

/** Where so many workspaces are is remembered; the next request of another one says it again. */
const MAX_REMEMBERED = 50_000;

/** A shard's name and the connections to it. */
export interface Shard {
  readonly name: string;
  readonly connections: Connections;
  /** What may answer reads in its place; null where nothing may. */
  readonly replica: Replica | null;
}

/**
 * The databases that workspaces live in, and which of them is whose. Where no others are set, the directory's database is the
 * only one, and nothing is looked up (decision 0086).
 */
@Injectable()
export class Shards implements OnApplicationShutdown {
  readonly directory: Shard;
  /** All of them, the directory's first. */
  readonly all: readonly Shard[];
  private readonly byName: ReadonlyMap<string, Shard>;
  private readonly known = new Map<string, Shard>();
  /** The shards whose schema was found current; it stays so for as long as this process knows no later one. */
  private readonly current = new Set<Shard>();
  private migrations: readonly string[] = [];

  constructor(
    directory: Connections,
    orm: MikroORM,
    log: Log,
    private readonly settings: Settings,
    clock: Clock,
  ) {
    const reachedAt = (url: string, name: string) => new Connections(orm, log, settings, { name, url });
    const shardOf = (name: string, connections: Connections, readUrl: string | null): Shard => {
      const replica =
        readUrl === null ? null : new Replica(reachedAt(readUrl, `replica of ${name}`), connections, clock);
      return { name, connections, replica };
    };
    this.directory = shardOf(DIRECTORY, directory, settings.databaseReadUrl);
    const others = settings.shards.flatMap(({ name, url, readUrl }) =>
      url === null ? [] : [shardOf(name, reachedAt(url, name), readUrl)],
    );
    this.all = [this.directory, ...others];
    this.byName = new Map(this.all.map((shard) => [shard.name, shard]));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.all.slice(1).map(({ connections }) => connections.onApplicationShutdown()));
    await Promise.all(this.all.flatMap(({ replica }) => replica?.end() ?? []));
  }

  /** Whether there are others than the directory's database. */
  get areSeveral(): boolean {
    return this.all.length > 1;
  }

  /**
   * Does an operator's work in each shard, one after the other. Where it fails in one, it is done in the others all the same.
   * @throws the first failure, once it is done in all others
   */
  async each<T>(work: (shard: string) => Promise<T>): Promise<T[]> {
    const { done, failures } = await this.eachInTurn(work);
    if (failures.length > 0) throw failures[0]!.error;
    return done;
  }

  /**
   * Does an operator's work in each shard that can be reached, one after the other.
   * @returns what was done, and the shards that could not be reached
   * @throws the first failure of another kind, once it is done in all others
   */
  async eachReachable<T>(work: (shard: string) => Promise<T>): Promise<{ done: T[]; away: ShardFailure[] }> {
    const { done, failures } = await this.eachInTurn(work);
    const away = failures.map(({ shard, error }) => {
      if (shard === DIRECTORY || !isServiceUnavailable(error)) throw error;
      return shardFailure(shard, error);
    });
    return { done, away };
  }

  private async eachInTurn<T>(work: (shard: string) => Promise<T>) {
    const done: T[] = [];
    const failures: { shard: string; error: unknown }[] = [];
    for (const { name } of this.all)
      await work(name).then(
        (one) => done.push(one),
        (error) => failures.push({ shard: name, error }),
      );
    return { done, failures };
  }

  /** Whether work is about what the directory keeps: what people and apps sign in with, and what no workspace owns. */
  isOfDirectory({ secrets, directory, shard, workspaceId = '' }: TransactionScope): boolean {
    return Boolean(secrets || directory || (shard === undefined && workspaceId === ''));
  }

  /** The figures of all databases together. */
  figures(): PoolFigures {
    const each = this.all.map(({ connections }) => connections.figures());
    const sum = (figure: keyof PoolFigures) => each.reduce((total, one) => total + one[figure], 0);
    return {
      open: sum('open'),
      idle: sum('idle'),
      waiting: sum('waiting'),
      refused: sum('refused'),
      away: sum('away'),
    };
  }

  /** Whether any of the servers said of late that it has no space left to write. */
  isDiskFull(): boolean {
    return this.all.some(({ connections }) => connections.isDiskFull());
  }

  /** Ends every connection on this side, and with it what waits for an answer. */
  cutOff(): void {
    for (const { connections, replica } of this.all) {
      connections.cutOff();
      replica?.cutOff();
    }
  }

  /** The shards that cannot be served at the moment, because they are away or behind, as far as that shows within a while. */
  async unserved(longestMs: number): Promise<string[]> {
    const states = await Promise.all(
      this.all.slice(1).map(async (shard) => {
        const answer = this.isCurrent(shard).catch(() => false);
        const isServed = await Promise.race([answer, pause(longestMs, false, { ref: false })]);
        return isServed ? [] : [shard.name];
      }),
    );
    return states.flat();
  }

  /** Tells which migrations a shard has to have had before anything of it is served. */
  expect(migrations: readonly string[]): void {
    this.migrations = migrations;
  }

  /**
   * Where work is done; a promise where the directory has to be asked, or the shard whether it is current.
   * @throws ServiceUnavailable where the shard is behind
   */
  of(scope: TransactionScope): Shard | Promise<Shard> {
    if (!this.areSeveral || this.isOfDirectory(scope)) return this.directory;
    const shard = scope.shard === undefined ? this.ofWorkspace(scope.workspaceId!) : this.named(scope.shard);
    return shard instanceof Promise ? shard.then((found) => this.currentOne(found)) : this.currentOne(shard);
  }

  /**
   * Does work with the connections to where it belongs.
   * @param isRead whether it only reads: of a request that says so, a replica may answer it
   */
  async use<T>(place: TransactionScope, isRead: boolean, work: (to: Connections) => Promise<T>): Promise<T> {
    const found = this.of(place);
    const { connections, replica } = found instanceof Promise ? await found : found;
    const { workspaceId = '', directory = false } = place;
    if (replica === null || !isRead || !workAtHand().readsReplica) return work(connections);
    return workspaceId === '' || directory || roleOf(place) !== 'app'
      ? work(connections)
      : replica.read(workspaceId, work);
  }

  /** Whether the schema of a shard is the one that this program works with. @throws where it cannot be reached */
  async isCurrent({ connections }: Shard): Promise<boolean> {
    const statement = { text: 'select name from centavo_migrations', values: [] };
    const [applied] = await connections.use('', (client) => sendAsOneTransaction(client, [statement]));
    const names = new Set(applied!.rows.map(({ name }: { name: string }) => name));
    return this.migrations.every((name) => names.has(name));
  }

  /** @throws Error where the settings name no such shard */
  named(name: string): Shard {
    const shard = this.byName.get(name);
    if (shard === undefined) throw new Error(`SHARDS names no shard ${name}`);
    return shard;
  }

  /** Remembers where the directory says that a workspace is; null stands for the directory's own database. */
  remember(workspaceId: string, name: string | null): Shard {
    const shard = this.named(name ?? DIRECTORY);
    if (!this.areSeveral) return shard;
    if (this.known.size >= MAX_REMEMBERED) this.known.delete(this.known.keys().next().value!);
    this.known.set(workspaceId, shard);
    return shard;
  }

  /** Those that new workspaces may come into, with their weights. */
  get open(): { readonly name: string; readonly weight: number }[] {
    return this.settings.shards.filter(({ weight }) => weight > 0);
  }

  private currentOne(shard: Shard): Shard | Promise<Shard> {
    if (shard === this.directory || this.current.has(shard)) return shard;
    return this.isCurrent(shard).then((isCurrent) => {
      if (!isCurrent) throw unreachable(shard, 'its schema is behind');
      this.current.add(shard);
      return shard;
    });
  }

  private ofWorkspace(workspaceId: string): Shard | Promise<Shard> {
    return this.known.get(workspaceId) ?? this.lookUp(workspaceId);
  }

  private async lookUp(workspaceId: string): Promise<Shard> {
    const send = (client: Parameters<typeof sendAsOneTransaction>[0]) =>
      sendAsOneTransaction(client, [boundTo(workspaceId), selectPlacement(workspaceId)]);
    const [, placement] = await this.directory.connections.use(workspaceId, send);
    const [found] = placement!.rows as { shard: string }[];
    // One that is nowhere yet may be about to be made.
    return found ? this.remember(workspaceId, found.shard) : this.directory;
  }
}
