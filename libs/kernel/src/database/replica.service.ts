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
import { boundTo } from './advisory-locks.js';
import { Connections } from './connections.service.js';
import { isConnectionLost, isRetryable } from './database-error.js';
import { sendAsTransaction } from './service-client.query.js';

/** A replica that follows is a few milliseconds behind: so long, and so often, it is waited for. */
const WAIT_MS = 5;
const MAX_LOOKS = 4;
/** What the replica was found to have counts for so long: after a failover the server that it follows may have had less. */
const MAX_REMEMBERED_MS = 1_000;
/** A workspace in which nobody wrote for so long is read from a replica that is behind by less. */
const QUIET_MS = 60_000;
const MAX_BEHIND_MS = 30_000;

/** How many reads a replica answered, and how many of those that it might have went to the server itself. */
export interface ReplicaFigures {
  readonly answered: number;
  readonly passedOn: number;
}

interface WantedRow {
  readonly position: string;
  readonly lastWrite: string | null;
}

/** Where the server is in its log when a read comes, and when somebody last wrote in its workspace. */
interface Wanted {
  readonly position: bigint;
  readonly isQuiet: boolean;
}

/**
 * A streaming replica for expensive reads, if DATABASE_READ_URL names one. It answers where it has all that was committed when the read came, so that who wrote
 * sees it, whichever process took the write; or where nobody wrote in the workspace for longer than it is behind. Everything else, and
 * all while it is away, goes to the server itself (decision 0087).
 */
@Injectable()
export class Replica implements OnApplicationShutdown {
  private readonly replica: Connections | null;
  private replayed = { position: -1n, at: Number.NEGATIVE_INFINITY };
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

  /** True if there is a replica. */
  get isThere(): boolean {
    return this.replica !== null;
  }

  figures(): ReplicaFigures {
    return { answered: this.answered, passedOn: this.passedOn };
  }

  /** Reads in a workspace on the replica, or on the server where the replica may not answer, or fails. */
  async read<T>(workspaceId: string, work: (connections: Connections) => Promise<T>): Promise<T> {
    const { replica } = this;
    if (replica === null) return work(this.server);
    if (await this.mayAnswer(replica, workspaceId).catch(() => false)) {
      try {
        const done = await work(replica);
        this.answered += 1;
        return done;
      } catch (error) {
        if (!isOfReplica(error)) throw error;
      }
    }
    this.passedOn += 1;
    return work(this.server);
  }

  /** Ends its connections on this side, and with them what waits for an answer. */
  cutOff(): void {
    this.replica?.cutOff();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.replica?.onApplicationShutdown();
  }

  private async mayAnswer(replica: Connections, workspaceId: string): Promise<boolean> {
    if (replica.isAway) return false;
    const { position, isQuiet } = await this.wanted(workspaceId);
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const { replayed } = this;
      if (replayed.position >= position && performance.now() - replayed.at < MAX_REMEMBERED_MS) return true;
      if (looks > 0) await pause(WAIT_MS);
      const behindMs = await this.look(replica);
      if (behindMs === null) return false;
      if (this.replayed.position >= position || (isQuiet && behindMs < MAX_BEHIND_MS)) return true;
    }
    return false;
  }

  private async wanted(workspaceId: string): Promise<Wanted> {
    const [, found] = await this.server.use(workspaceId, (client) =>
      sendAsTransaction(client, [boundTo(workspaceId), wantedOf(workspaceId)]),
    );
    const { position, lastWrite } = found!.rows[0] as WantedRow;
    const isOld = lastWrite === null || this.clock.now().getTime() - instantOf(lastWrite) > QUIET_MS;
    return { position: BigInt(position), isQuiet: isOld };
  }

  /** Notes how far the replica has come. @returns by how much it is behind at most; null where it follows nobody */
  private async look(replica: Connections): Promise<number | null> {
    const at = performance.now();
    const [found] = await replica.use('', (client: PoolClient) => sendAsTransaction(client, [REPLAYED]));
    const { position, behindMs } = found!.rows[0] as { position: string | null; behindMs: number };
    if (position === null) return null;
    this.replayed = { position: BigInt(position), at };
    return behindMs;
  }
}

/** Whether it is the replica's own failure: it is away, was promoted, or had to go on with what the read still needed. */
function isOfReplica(error: unknown): boolean {
  return (error instanceof Problem && error.type.status === 503) || isConnectionLost(error) || isRetryable(error);
}

/** When an id was made, as the milliseconds that UUIDv7 begins with. */
function instantOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

/** Every change that a client makes has an entry in the audit log, at most seconds before it commits. */
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
