import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPoolClient } from 'kysely';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import type { AuditContext } from '../audit/audit-context.js';
import { currentAudit } from '../audit/audit-context.js';
import type { Announcement } from '../outbox/event-type.js';
import { allowClosed, insertAuditEntry } from '../audit/audit-entry.query.js';
import type { EventsOfAct } from '../outbox/outbox.query.js';
import { insertEvents } from '../outbox/outbox.query.js';
import type { Statement } from '../sql/statement.js';
import { oneStatement, sendTogether } from './service-client.query.js';
import type { Findings } from './find-first.js';

export interface EventFollowers {
  send(event: object, work: UnitOfWork): void;
  notify(event: object, work: UnitOfWork): Promise<void>;
}

export interface JoinedTransaction {
  readonly workspaceId: string;
  readonly client: PoolClient;
  readonly findings: Findings;
  readonly dryRunEvents?: object[];
  /** Events of the transaction so far. They are written right before the commit (decision 0096). */
  readonly events: EventsOfAct[];
  beforeFirst: (() => Promise<void>) | undefined;
}

/**
 * One database transaction in one workspace, shared by a change and its consequences. Frequent and bulk changes use
 * SQL; small writes use `em`. Pending entity changes are flushed before each statement, event and commit.
 */
export class UnitOfWork {
  auditedId: string | null = null;
  /** True if consumers of events must be woken after the commit. */
  hasWrittenEvents = false;
  private readonly announced: Announcement[] = [];
  private readonly announcedElsewhere: EventsOfAct[] = [];
  private entities: EntityManager | undefined;
  private readonly queued: Promise<unknown>[] = [];

  constructor(
    readonly workspaceId: string,
    private readonly client: PoolClient,
    private readonly orm: MikroORM,
    private readonly followers: EventFollowers,
    private readonly transaction: Pick<JoinedTransaction, 'findings' | 'dryRunEvents'> &
      Partial<Pick<JoinedTransaction, 'events'>> = {
      findings: new Map(),
    },
  ) {}

  /** Results of the computations that earlier attempts requested with `FindFirst`. */
  get findings(): ReadonlyMap<string, unknown> {
    return this.transaction.findings;
  }

  get em(): EntityManager {
    this.entities ??= this.forkEntities();
    return this.entities;
  }

  /** Runs a statement and returns its rows. bigint and numeric columns are strings. */
  async query<Row extends QueryResultRow>(statement: Statement): Promise<Row[]> {
    // Without pending entities, the statement is sent in this turn of the event loop, before any later `enqueue`.
    if (this.entities) await this.entities.flush();
    return (await this.send<Row>(statement)).rows;
  }

  /** Sends a statement without waiting for its result. If it fails, the transaction fails at the end. */
  enqueue(statement: Statement): void {
    this.queue(this.send(statement));
  }

  /**
   * Records the ID of the created resource in the audit log. Ignored if the audit context already has a resource ID.
   */
  audit(resourceId: string): void {
    this.auditedId = resourceId;
  }

  announce(event: Announcement): void {
    this.announced.push(event);
  }

  announceIn(workspaceId: string, event: Announcement): void {
    this.announcedElsewhere.push({ workspaceId, act: currentAudit(), events: [event] });
  }

  auditIn(workspaceId: string, resourceId: string): void {
    const act = currentAudit();
    if (act) this.enqueue(insertAuditEntry(workspaceId, act, resourceId));
  }

  /**
   * Writes the events and the audit entry. Must run last, because it locks the workspace's event counter until the
   * commit. In a joined transaction, the events are written at the end of that transaction.
   */
  writeEvents(act?: AuditContext): void {
    const { workspaceId, announced, transaction } = this;
    const entry = act && announced.length > 0 && !transaction.events ? { resourceId: this.auditedId } : undefined;
    if (act && !entry) this.enqueue(insertAuditEntry(workspaceId, act, this.auditedId));
    const own = announced.length > 0 ? [{ workspaceId, act, events: announced, entry }] : [];
    const all = [...own, ...this.announcedElsewhere];
    if (transaction.events) transaction.events.push(...all);
    else this.insertEvents(all);
  }

  /** Enqueues events in the order of their workspace IDs, so that concurrent transactions do not deadlock. */
  insertEvents(all: readonly EventsOfAct[]): void {
    for (const events of all.toSorted((a, b) =>
      a.workspaceId < b.workspaceId ? -1 : Number(a.workspaceId > b.workspaceId),
    )) {
      this.enqueue(insertEvents(events));
      this.hasWrittenEvents = true;
    }
  }

  /**
   * Waits for all statements sent so far.
   * @throws the first error; later statements failed because of it
   */
  async drain(): Promise<void> {
    const answers = await Promise.allSettled(this.queued.splice(0));
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
  }

  /** Waits for all sent statements. Returns the first of their errors, or the given error if none of them failed. */
  firstError(last: unknown): Promise<unknown> {
    return this.drain().then(
      () => last,
      (first: unknown) => first,
    );
  }

  async publish(event: object): Promise<void> {
    await this.flush();
    this.followers.send(event, this);
    await this.followers.notify(event, this);
  }

  /**
   * Sends a query and the statements that are registered for its event, without waiting in between, so that locks are
   * held for a shorter time. The statements must do nothing if the query wrote nothing. `notify` then calls the
   * listeners.
   */
  async queryWithFollowUps<Row extends QueryResultRow>(statement: Statement, event: object): Promise<Row[]> {
    await this.flush();
    const answer = this.send<Row>(statement);
    // An error of this query is thrown before errors of the later statements.
    this.queue(answer);
    this.followers.send(event, this);
    return (await answer).rows;
  }

  /** Calls the listeners of an event whose statements `queryWithFollowUps` sent. */
  notify(event: object): Promise<void> {
    return this.followers.notify(event, this);
  }

  /**
   * Runs a part of the work atomically. If the part throws, its SQL and events are undone and the rest of the work may
   * continue. Entity changes are not undone, so a part that may fail must use SQL.
   * @throws the first error of the part, including errors of its enqueued statements
   */
  async savepoint<T>(part: () => Promise<T>): Promise<T> {
    await this.flush();
    const [announced, elsewhere] = [this.announced.length, this.announcedElsewhere.length];
    const dropEvents = this.markEvents();
    await this.drain();
    await this.client.query('savepoint part');
    try {
      const result = await part();
      await this.flush();
      await this.drain();
      await this.client.query('release savepoint part');
      return result;
    } catch (last) {
      const error = await this.firstError(last);
      this.announced.length = announced;
      this.announcedElsewhere.length = elsewhere;
      dropEvents();
      await this.client.query('rollback to savepoint part; release savepoint part');
      throw error;
    }
  }

  /**
   * Returns a function that drops the events that joined work has added since this call. Call it after a rollback to a
   * savepoint.
   */
  markEvents(): () => void {
    const { events } = this.transaction;
    const length = events?.length ?? 0;
    return () => void events?.splice(length);
  }

  async flush(): Promise<void> {
    await this.entities?.flush();
  }

  private send<Row extends QueryResultRow>(statement: Statement): Promise<QueryResult<Row>> {
    sendTogether(this.client);
    return this.client.query<Row>({ ...statement, values: [...statement.values] });
  }

  private queue(answer: Promise<unknown>): void {
    answer.catch(() => undefined);
    this.queued.push(answer);
  }

  private forkEntities(): EntityManager {
    const borrowed = {
      // The ORM inlines values into its SQL. This query rejects SQL with several statements.
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

export function withEvents<T>(work: (unit: UnitOfWork) => Promise<T>): (unit: UnitOfWork) => Promise<T> {
  return async (unit) => {
    const result = await work(unit);
    await unit.flush();
    unit.writeEvents();
    return result;
  };
}

/**
 * Wraps work so that it writes its events at the end. Also writes an audit entry if an action is audited and data
 * changed.
 */
export function withNotes<T>(work: (unit: UnitOfWork) => Promise<T>): (unit: UnitOfWork) => Promise<T> {
  const act = currentAudit();
  return async (unit) => {
    if (act?.intoClosed !== undefined) unit.enqueue(allowClosed(act));
    const result = await work(unit);
    await unit.flush();
    unit.writeEvents(act);
    return result;
  };
}
