import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPoolClient } from 'kysely';
import type { PoolClient, QueryResultRow } from 'pg';
import { currentAudit } from '../audit/audit-context.js';
import { insertAuditEntry } from '../audit/audit-entry.query.js';
import type { Statement } from '../sql/statement.js';
import type { Findings } from './find-first.js';

/** A transaction that the units of work of one request share. */
export interface JoinedTransaction {
  readonly workspaceId: string;
  readonly client: PoolClient;
  readonly findings: Findings;
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
  private entities: EntityManager | undefined;
  private readonly queued: Promise<unknown>[] = [];

  constructor(
    readonly workspaceId: string,
    private readonly client: PoolClient,
    private readonly orm: MikroORM,
    private readonly follow: (event: object, work: UnitOfWork) => Promise<void>,
    /** What was found before the transaction began, because an earlier attempt asked for it by `FindFirst`. */
    readonly findings: ReadonlyMap<string, unknown> = new Map(),
  ) {}

  /** The entity manager of this transaction. */
  get em(): EntityManager {
    this.entities ??= this.forkEntities();
    return this.entities;
  }

  /** Runs a statement and gives its rows. bigint and numeric columns arrive as strings. */
  async query<Row extends QueryResultRow>(statement: Statement): Promise<Row[]> {
    await this.flush();
    const result = await this.client.query<Row>({ ...statement, values: [...statement.values] });
    return result.rows;
  }

  /** Sends a statement whose answer nobody needs. It runs in its turn; whether it failed is heard at the end. */
  enqueue(statement: Statement): void {
    const answer = this.client.query({ ...statement, values: [...statement.values] });
    answer.catch(() => undefined);
    this.queued.push(answer);
  }

  /** Tells the audit log what this work created, where the request or the command does not name it. */
  audit(resourceId: string): void {
    this.auditedId = resourceId;
  }

  /** Writes the running command into the audit log of a workspace that an administrator's work reached. */
  auditIn(workspaceId: string, resourceId: string): void {
    const context = currentAudit();
    if (context) this.enqueue(insertAuditEntry(workspaceId, context, resourceId));
  }

  /**
   * Waits for everything that was sent.
   * @throws the first error among the answers; whatever came after it in the transaction failed because of it.
   */
  async drain(): Promise<void> {
    const answers = await Promise.allSettled(this.queued);
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
  }

  /** Tells the listeners of an event, inside this transaction. */
  async publish(event: object): Promise<void> {
    await this.flush();
    await this.follow(event, this);
  }

  /**
   * Does a part of the work wholly or not at all: where it throws, what it wrote by SQL is taken back, and the rest of the
   * unit of work may go on. Entities that it changed keep the change, so a part that may fail writes SQL.
   */
  async savepoint<T>(part: () => Promise<T>): Promise<T> {
    await this.flush();
    await this.client.query('savepoint part');
    try {
      const result = await part();
      await this.flush();
      await this.client.query('release savepoint part');
      return result;
    } catch (error) {
      await this.client.query('rollback to savepoint part; release savepoint part');
      throw error;
    }
  }

  /** Writes pending entity changes. */
  async flush(): Promise<void> {
    await this.entities?.flush();
  }

  private forkEntities(): EntityManager {
    const borrowed: PostgresPoolClient = {
      query: this.client.query.bind(this.client),
      release: () => undefined,
    };
    const pool = { options: {}, connect: () => Promise.resolve(borrowed), end: () => Promise.resolve() };
    const em = this.orm.em.fork({ clear: true });
    em.setTransactionContext(new Kysely({ dialect: new PostgresDialect({ pool }) }));
    return em;
  }
}

/** Work that ends with its entry in the audit log, where it is done for somebody and has changed anything. */
export function withAuditEntry<T>(work: (unit: UnitOfWork) => Promise<T>): (unit: UnitOfWork) => Promise<T> {
  const context = currentAudit();
  if (context === undefined) return work;
  return async (unit) => {
    const result = await work(unit);
    await unit.flush();
    unit.enqueue(insertAuditEntry(unit.workspaceId, context, unit.auditedId));
    return result;
  };
}
