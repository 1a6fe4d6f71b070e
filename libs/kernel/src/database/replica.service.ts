import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '../calendar/clock.service.js';
import { Log } from '../log/log.js';
import { Problem } from '../problem/problem.js';
import { Settings } from '../settings/settings.js';
import type { Statement } from '../sql/statement.js';
import { beginReadingIn } from './advisory-locks.js';
import { Connections } from './connections.service.js';
import { isConnectionLost, isRetryable } from './database-error.js';
import { sendAsTransaction } from './service-client.query.js';

/** Interval at which the service polls a replica that lacks changes. A healthy replica lags by a few milliseconds. */
const WAIT_MS = 5;
const MAX_LOOKS = 4;
/**
 * Time for which the service relies on a known position of the replica. After a failover, the new server may have fewer
 * changes.
 */
const MAX_REMEMBERED_MS = 1_000;
const QUIET_MS = 60_000;
const MAX_BEHIND_MS = 30_000;

export interface ReplicaFigures {
  readonly answered: number;
  readonly passedOn: number;
}

interface WantedRow {
  readonly position: string;
  readonly lastWrite: string | null;
}

interface Replayed {
  readonly position: bigint;
  readonly at: number;
}

export type Lender = Pick<Connections, 'use'>;

/** Thrown when the replica lacks changes that the read needs. */
class Behind extends Error {}

interface Wanted {
  readonly position: bigint;
  readonly isQuiet: boolean;
}

/**
 * Reads from a streaming replica if DATABASE_READ_URL is set. The replica serves a read if it has every change that was
 * committed before the read arrived, so that clients see their own writes. It also serves a read if the last write in
 * the workspace is older than the replica's lag. The primary serves all other reads (decision 0087).
 */
@Injectable()
export class Replica implements OnApplicationShutdown {
  private readonly replica: Connections | null;
  /** Positions by connection, because the address may lead to several replicas. */
  private readonly replayed = new WeakMap<PoolClient, Replayed>();
  private answered = 0;
  private passedOn = 0;

  constructor(
    orm: MikroORM,
    log: Log,
    settings: Settings,
    private readonly server: Connections,
    private readonly clock: Clock,
  ) {
    const { databaseReadUrl: url } = settings;
    this.replica = url === null ? null : new Connections(orm, log, settings, url);
  }

  get isThere(): boolean {
    return this.replica !== null;
  }

  figures(): ReplicaFigures {
    return { answered: this.answered, passedOn: this.passedOn };
  }

  async read<T>(workspaceId: string, work: (connections: Lender) => Promise<T>): Promise<T> {
    const { replica } = this;
    if (replica === null) return work(this.server);
    const wanted = replica.isAway ? null : await this.wanted(workspaceId).catch(() => null);
    if (wanted !== null) {
      try {
        const done = await work({ use: (id, read, name) => replica.use(id, this.ifReplayed(wanted, read), name) });
        this.answered += 1;
        return done;
      } catch (error) {
        if (!(error instanceof Behind) && !isOfReplica(error)) throw error;
      }
    }
    this.passedOn += 1;
    return work(this.server);
  }

  cutOff(): void {
    this.replica?.cutOff();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.replica?.onApplicationShutdown();
  }

  private ifReplayed<T>(wanted: Wanted, read: (client: PoolClient) => Promise<T>): (client: PoolClient) => Promise<T> {
    return async (client) => {
      if (!(await this.mayAnswer(client, wanted).catch(() => false))) throw new Behind();
      return read(client);
    };
  }

  private async mayAnswer(client: PoolClient, { position, isQuiet }: Wanted): Promise<boolean> {
    const known = this.replayed.get(client);
    if (known && known.position >= position && performance.now() - known.at < MAX_REMEMBERED_MS) return true;
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      if (looks > 0) await pause(WAIT_MS);
      const replayed = await this.look(client);
      if (replayed === null) return false;
      if (replayed.position >= position || (isQuiet && replayed.behindMs < MAX_BEHIND_MS)) return true;
    }
    return false;
  }

  private async wanted(workspaceId: string): Promise<Wanted> {
    const [wanted] = await this.server.use(workspaceId, (client) =>
      sendAsTransaction(client, beginReadingIn(workspaceId), [wantedOf(workspaceId)]),
    );
    const { position, lastWrite } = wanted![0] as WantedRow;
    const isOld = lastWrite === null || this.clock.now().getTime() - instantOf(lastWrite) > QUIET_MS;
    return { position: BigInt(position), isQuiet: isOld };
  }

  /** Returns the position of the replica and its maximum lag; null if the server is no longer a replica. */
  private async look(client: PoolClient): Promise<{ position: bigint; behindMs: number } | null> {
    const at = performance.now();
    const [replayed] = await sendAsTransaction(client, 'begin', [REPLAYED]);
    const { position, behindMs } = replayed![0] as { position: string | null; behindMs: number };
    if (position === null) return null;
    this.replayed.set(client, { position: BigInt(position), at });
    return { position: BigInt(position), behindMs };
  }
}

/**
 * True if the replica caused the error: it is unreachable, has become a primary, or canceled the query because of a
 * recovery conflict.
 */
function isOfReplica(error: unknown): boolean {
  return (error instanceof Problem && error.type.status === 503) || isConnectionLost(error) || isRetryable(error);
}

function instantOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

function wantedOf(workspaceId: string): Statement {
  return {
    name: 'kernel.wanted-of-replica',
    text: `
      select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as position,
        (select id from kernel_audit_entries where workspace_id = $1 order by id desc limit 1) as "lastWrite"`,
    values: [workspaceId],
  };
}

const REPLAYED: Statement = {
  name: 'kernel.replayed',
  text: `
    select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position,
      coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000, 'infinity')::float8 as "behindMs"
    where pg_is_in_recovery()
    union all
    select null, 0 where not pg_is_in_recovery()`,
  values: [],
};
