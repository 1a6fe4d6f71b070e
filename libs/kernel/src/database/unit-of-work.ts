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
  /** Events of the transaction so far. They are written immediately before the commit (decision 0096). */
  readonly events: EventsOfAct[];
  beforeFirst: (() => Promise<void>) | undefined;
}

/**
 * One database transaction in one workspace, which contains a change and its consequences. Frequent changes and bulk
 * changes use SQL, and other writes use `em`. Pending entity changes are written before each statement, event and
 * commit.
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
    // If no entities are pending, this sends the statement in the current turn of the event loop, before any later
    // `enqueue`.
    if (this.entities) await this.entities.flush();
    return (await this.send<Row>(statement)).rows;
  }

  /**
   * Locks a name until the transaction ends, which serializes changes under the same name, such as changes that could
   * exceed a limit together.
   * @param id ID that the name belongs to; defaults to the workspace ID
   */
  async lockName(name: string, id = this.workspaceId): Promise<void> {
    await this.query({
      text: `select pg_advisory_xact_lock(hashtextextended($1::text || ' ' || $2::text, 0))`,
      values: [name, id],
    });
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
   * commit. In a transaction that several units share, the events are written at its end.
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
   * @throws the first error, because it caused the later ones
   */
  async drain(): Promise<void> {
    const answers = await Promise.allSettled(this.queued.splice(0));
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
  }

  /** Waits for all statements sent so far. Returns their first error, or the given error if none of them failed. */
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
   * Sends a query and the statements that are registered for its event. Does not wait in between, so that locks are
   * held for a shorter time. The statements must do nothing if the query wrote nothing. Afterwards, call `notify` to
   * run the listeners.
   */
  async queryWithFollowUps<Row extends QueryResultRow>(statement: Statement, event: object): Promise<Row[]> {
    await this.flush();
    const answer = this.send<Row>(statement);
    // Queued first, so that an error of this query is thrown rather than the errors of later statements.
    this.queue(answer);
    this.followers.send(event, this);
    return (await answer).rows;
  }

  /** Runs the listeners of an event whose statements `queryWithFollowUps` has sent. */
  notify(event: object): Promise<void> {
    return this.followers.notify(event, this);
  }

  /**
   * Runs a part of the work in a savepoint. If the part throws, its SQL and events are undone and the rest of the work
   * can continue. Entity changes are not undone, so a part that may fail must use SQL.
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

  /** Returns a function that drops the events added since this call. Call it after a rollback to a savepoint. */
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
      // The ORM puts values directly into its SQL, so this query accepts only one statement.
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
 * Wraps work so that it writes its events at the end. If an action is audited and data changed, also writes an audit
 * entry.
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
