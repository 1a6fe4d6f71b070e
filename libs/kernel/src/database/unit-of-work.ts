import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPoolClient } from 'kysely';
import type { PoolClient, QueryResultRow } from 'pg';
import type { AuditContext } from '../audit/audit-context.js';
import { currentAudit } from '../audit/audit-context.js';
import type { Announcement } from '../outbox/event-type.js';
import { insertAuditEntry } from '../audit/audit-entry.query.js';
import type { EventsOfAct } from '../outbox/outbox.query.js';
import { insertEvents } from '../outbox/outbox.query.js';
import type { Statement } from '../sql/statement.js';
import { oneStatement, sendTogether } from './service-client.query.js';
import type { Findings } from './find-first.js';

/** A transaction that the units of work of one request share. */
export interface JoinedTransaction {
  readonly workspaceId: string;
  readonly client: PoolClient;
  readonly findings: Findings;
  /** Domain events that a dry run published so far; undefined if this is no dry run. */
  readonly dryRunEvents?: object[];
  /** Events of the units of work so far, which are written right before the commit (decision 0096). */
  readonly events: EventsOfAct[];
  beforeFirst: (() => Promise<void>) | undefined;
}

/**
 * One database transaction in one workspace: what a change and everything that follows from it share.
 *
 * Hot and bulk paths write SQL; small writes go through `em`. Both run on the same connection, in the order written:
 * pending entity changes are flushed before a statement, an event or the commit.
 */
export class UnitOfWork {
  /** What `audit` was told; null where it was told nothing. */
  auditedId: string | null = null;
  /** True if events were written, so that their followers are woken after the commit. */
  hasWrittenEvents = false;
  private readonly announced: Announcement[] = [];
  private readonly announcedElsewhere: EventsOfAct[] = [];
  private entities: EntityManager | undefined;
  private readonly queued: Promise<unknown>[] = [];

  constructor(
    readonly workspaceId: string,
    private readonly client: PoolClient,
    private readonly orm: MikroORM,
    private readonly follow: (event: object, work: UnitOfWork) => Promise<void>,
    private readonly transaction: Pick<JoinedTransaction, 'findings' | 'dryRunEvents'> &
      Partial<Pick<JoinedTransaction, 'events'>> = {
      findings: new Map(),
    },
  ) {}

  /** What was found before the transaction began, because an earlier attempt asked for it by `FindFirst`. */
  get findings(): ReadonlyMap<string, unknown> {
    return this.transaction.findings;
  }

  /** The entity manager of this transaction. */
  get em(): EntityManager {
    this.entities ??= this.forkEntities();
    return this.entities;
  }

  /** Runs a statement and gives its rows. bigint and numeric columns arrive as strings. */
  async query<Row extends QueryResultRow>(statement: Statement): Promise<Row[]> {
    // Where no entity is pending it is sent at once, before what the caller sends next without waiting for it.
    if (this.entities) await this.entities.flush();
    sendTogether(this.client);
    const result = await this.client.query<Row>({ ...statement, values: [...statement.values] });
    return result.rows;
  }

  /** Sends a statement whose answer is not needed. It runs in its turn; its failure is thrown at the end. */
  enqueue(statement: Statement): void {
    sendTogether(this.client);
    const answer = this.client.query({ ...statement, values: [...statement.values] });
    answer.catch(() => undefined);
    this.queued.push(answer);
  }

  /** Tells the audit log what this work created, where the request or the command does not name it. */
  audit(resourceId: string): void {
    this.auditedId = resourceId;
  }

  /** Publishes an event with the commit. */
  announce(event: Announcement): void {
    this.announced.push(event);
  }

  /** Publishes an event of a workspace that an administrator's work changed. */
  announceIn(workspaceId: string, event: Announcement): void {
    this.announcedElsewhere.push({ workspaceId, act: currentAudit(), events: [event] });
  }

  /** Writes the running command into the audit log of a workspace that an administrator's work changed. */
  auditIn(workspaceId: string, resourceId: string): void {
    const act = currentAudit();
    if (act) this.enqueue(insertAuditEntry(workspaceId, act, resourceId));
  }

  /**
   * Writes the events of this work, and the audit entry of the act if there is one. It comes last, because it locks the event
   * counter of the workspace until the commit. In a joined transaction the events wait for the end of that one.
   */
  writeEvents(act?: AuditContext): void {
    const { workspaceId, announced, transaction } = this;
    // The statement that writes the events writes the audit entry too, which saves one.
    const entry = act && announced.length > 0 && !transaction.events ? { resourceId: this.auditedId } : undefined;
    if (act && !entry) this.enqueue(insertAuditEntry(workspaceId, act, this.auditedId));
    const own = announced.length > 0 ? [{ workspaceId, act, events: announced, entry }] : [];
    const all = [...own, ...this.announcedElsewhere];
    if (transaction.events) transaction.events.push(...all);
    else this.insertEvents(all);
  }

  /** Writes events of several acts; those of each workspace in their order, the workspaces in the order of their IDs. */
  insertEvents(all: readonly EventsOfAct[]): void {
    for (const events of all.toSorted((a, b) =>
      a.workspaceId < b.workspaceId ? -1 : Number(a.workspaceId > b.workspaceId),
    )) {
      this.enqueue(insertEvents(events));
      this.hasWrittenEvents = true;
    }
  }

  /**
   * Waits for everything that was sent since it was last waited for.
   * @throws the first error among the answers; whatever came after it in the transaction failed because of it.
   */
  async drain(): Promise<void> {
    const answers = await Promise.allSettled(this.queued.splice(0));
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
  }

  /** Tells the listeners of an event, inside this transaction. */
  async publish(event: object): Promise<void> {
    await this.flush();
    await this.follow(event, this);
  }

  /**
   * Does a part of the work wholly or not at all: where it throws, what it wrote by SQL and announced is taken back, and the
   * rest of the unit of work may go on. Entities that it changed keep the change, so a part that may fail writes SQL.
   */
  async savepoint<T>(part: () => Promise<T>): Promise<T> {
    await this.flush();
    const [announced, elsewhere] = [this.announced.length, this.announcedElsewhere.length];
    const dropEvents = this.markEvents();
    await this.client.query('savepoint part');
    try {
      const result = await part();
      await this.flush();
      await this.client.query('release savepoint part');
      return result;
    } catch (error) {
      this.announced.length = announced;
      this.announcedElsewhere.length = elsewhere;
      dropEvents();
      await this.client.query('rollback to savepoint part; release savepoint part');
      throw error;
    }
  }

  /** Returns a function that drops the events of joined work since this call, for a rollback to a savepoint. */
  markEvents(): () => void {
    const { events } = this.transaction;
    const length = events?.length ?? 0;
    return () => void events?.splice(length);
  }

  /** Writes pending entity changes. */
  async flush(): Promise<void> {
    await this.entities?.flush();
  }

  private forkEntities(): EntityManager {
    const borrowed = {
      // The ORM writes values into its SQL. A text stays one statement, whatever a value contains.
      query: (text: string, values: unknown[]) => this.client.query(oneStatement(text, values)),
      release: () => undefined,
    };
    const pool = {
      options: {},
      connect: () => Promise.resolve(borrowed as unknown as PostgresPoolClient),
      end: () => Promise.resolve(),
    };
    const em = this.orm.em.fork({ clear: true });
    em.setTransactionContext(new Kysely({ dialect: new PostgresDialect({ pool }) }));
    return em;
  }
}

/** Adds the events that an administrator's work announces in workspaces. */
export function withEvents<T>(work: (unit: UnitOfWork) => Promise<T>): (unit: UnitOfWork) => Promise<T> {
  return async (unit) => {
    const result = await work(unit);
    await unit.flush();
    unit.writeEvents();
    return result;
  };
}

/** Adds the events of the work, and its audit entry if it has an actor and changed anything. */
export function withNotes<T>(work: (unit: UnitOfWork) => Promise<T>): (unit: UnitOfWork) => Promise<T> {
  const act = currentAudit();
  return async (unit) => {
    const result = await work(unit);
    await unit.flush();
    unit.writeEvents(act);
    return result;
  };
}
