import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryResultRow } from 'pg';
import { currentAudit } from '../audit/audit-context.js';
import { insertAuditEntry } from '../audit/audit-entry.query.js';
import { DomainEvents } from './domain-events.service.js';
import { ACTIVE_WORK_HOLDERS, AS_OPERATOR, boundTo, EXCLUSIVE_EVERYWHERE, locksOf } from './advisory-locks.js';
import { readingFor, readingIn, safeReadHorizonOf, workingIn } from './advisory-locks.js';
import { Connections } from './connections.service.js';
import { isRetryable, problemOfDatabaseError } from './database-error.js';
import type { Findings } from './find-first.js';
import { disposeOf, FindFirst, MOST_FINDINGS } from './find-first.js';
import { sendAsOneTransaction } from './implicit-transaction.query.js';
import { sendTogether } from './driver-connection.query.js';
import type { Statement } from '../sql/statement.js';
import type { JoinedTransaction } from './unit-of-work.js';
import { UnitOfWork, withAuditEntry } from './unit-of-work.js';

const MOST_ATTEMPTS = 6;
const LONGEST_BACK_OFF_MS = 40;

const ACTIVE_WORK_POLL_MS = 20;

/** Whose rows a transaction sees, and what it keeps out while it runs. */
export interface TransactionScope {
  /** The workspace that it is bound to; without one it sees no row of any workspace, unless it is an operator's. */
  readonly workspaceId?: string;
  /** Whether it is an administrator's and sees every workspace: no request ever asks for this. */
  readonly operator?: boolean;
  /** Whether all its statements see one snapshot of the database, and none of them writes. */
  readonly snapshot?: boolean;
  /**
   * Whether no other work is done meanwhile in the workspace, or by an operator in any workspace: for a change of what all
   * writers there rely on, such as the base currency. A statement that began before would not see the change, nor be seen
   * by what follows from it (decision 0010).
   */
  readonly exclusive?: boolean;
  /**
   * Callers with the same key wait for each other in this process, where they hold no connection. A caller that is within a
   * transaction already, and holds locks that the others may wait for, waits at the database instead.
   */
  readonly serializedBy?: string;
}

/** The scope of one statement: a workspace, what belongs to a person, or what belongs to nobody. */
export type StatementScope = Pick<TransactionScope, 'workspaceId'> | { readonly userId: string };

/** What follows from a single statement, and who notes it in the audit log. */
export interface SingleOptions {
  /** What the statement does: the statements that follow from the event travel with it. */
  readonly event?: object;
  /** Whether the statement writes its entry in the audit log by itself. */
  readonly writesAuditEntry?: boolean;
}

/**
 * The way to PostgreSQL, in three entry points:
 *
 * - `read` for one statement that only reads in a workspace;
 * - `single` for one statement that is a transaction by itself, with what follows; `transaction` for everything else.
 *
 * What runs in a workspace is bound to it, which row-level security enforces as the second wall behind the explicit
 * `workspace_id` of every query (decision 0003).
 */
@Injectable()
export class Database {
  private readonly joined = new AsyncLocalStorage<JoinedTransaction>();
  private readonly serialized = new Map<string, Promise<unknown>>();
  private readonly follow = (event: object, work: UnitOfWork): Promise<void> => this.events.publish(event, work);

  constructor(
    private readonly orm: MikroORM,
    private readonly events: DomainEvents,
    private readonly connections: Connections,
  ) {}

  /** The rows of one statement in one workspace. It travels together with its scope, in one round trip. */
  async read<Row extends QueryResultRow>(workspaceId: string, statement: Statement): Promise<Row[]> {
    const joined = this.joined.getStore();
    if (joined?.workspaceId === workspaceId) return this.join(joined, null, (unit) => unit.query<Row>(statement));
    try {
      return await this.together<Row>(workspaceId, [readingIn(workspaceId), statement], 1);
    } catch (error) {
      throw problemOfDatabaseError(error);
    }
  }

  /**
   * The rows of one statement that is a transaction by itself. What follows from its event, its scope and its locks travel
   * with it, in one round trip (decision 0035).
   * @throws ServiceUnavailable when the database cannot be reached, and the problem that a violated constraint stands for.
   */
  single<Row extends QueryResultRow>(
    scope: StatementScope,
    statement: Statement,
    { event, writesAuditEntry = false }: SingleOptions = {},
  ): Promise<Row[]> {
    if ('userId' in scope)
      return this.withRetry(() => this.together<Row>('', [readingFor(scope.userId), statement], 1));
    const { workspaceId = '' } = scope;
    if (workspaceId === '') return this.withRetry(() => this.together<Row>('', [statement], 0));
    const followUps = event === undefined ? [] : this.events.followUps(event, workspaceId);
    const audit = currentAudit();
    if (audit && !writesAuditEntry) followUps.push(insertAuditEntry(workspaceId, audit, null));
    const joined = this.joined.getStore();
    if (joined?.workspaceId === workspaceId) {
      return this.join(joined, locksOf(workspaceId, 'shared'), async (unit) => {
        const rows = await unit.query<Row>(statement);
        for (const followUp of followUps) unit.enqueue(followUp);
        return rows;
      });
    }
    const all = [workingIn(workspaceId, 'shared'), statement, ...followUps];
    return this.withRetry(() => this.together<Row>(workspaceId, all, 1));
  }

  /**
   * Does work in one transaction; commits when it ends, rolls back when it throws. Serialization failures and deadlocks
   * are tried again, and so is work that asks for something to be found first (`FindFirst`): it must have no effect outside
   * the database.
   * @throws ServiceUnavailable when the database cannot be reached, and the problem that a violated constraint stands for.
   */
  transaction<T>(scope: TransactionScope, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const { workspaceId = '', serializedBy: key, operator = false, snapshot = false, exclusive = false } = scope;
    const joined = this.joined.getStore();
    if (joined && joined.workspaceId === workspaceId && !operator) {
      if (snapshot) return this.join(joined, null, work);
      return this.join(joined, locksOf(workspaceId, exclusive ? 'exclusive' : 'shared'), withAuditEntry(work));
    }
    if (key !== undefined && !joined) {
      return this.oneAfterTheOther(key, () => this.transaction({ ...scope, serializedBy: undefined }, work));
    }
    const begin = snapshot ? `begin isolation level repeatable read${operator ? '' : ' read only'}` : 'begin';
    const isAudited = workspaceId !== '' && !snapshot;
    return this.withRetry((findings) =>
      this.attempt(statementsOf(scope), workspaceId, findings, isAudited ? withAuditEntry(work) : work, begin),
    );
  }

  /**
   * Makes one transaction of all that is done in a workspace from here on, however many units of work that are: for a
   * request whose effect has to commit together with what is noted of the request itself (decision 0026).
   * @param exclusive holds all other work in the workspace off until the end
   * @param beforeFirst is done right before the first unit of work
   */
  joinedTransaction<T>(
    workspaceId: string,
    { exclusive = false, beforeFirst }: { exclusive?: boolean; beforeFirst?: () => Promise<void> },
    work: (unit: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    const within = ({ client, findings }: Pick<JoinedTransaction, 'client' | 'findings'>, unit: UnitOfWork) =>
      this.joined.run({ workspaceId, client, findings, beforeFirst }, () => work(unit));
    const joined = this.joined.getStore();
    if (joined) {
      const locks = exclusive ? locksOf(workspaceId, 'exclusive') : null;
      return this.join(joined, locks, (unit) => within(joined, unit));
    }
    const scope = [exclusive ? workingIn(workspaceId, 'exclusive') : boundTo(workspaceId)];
    return this.withRetry((findings) =>
      this.attempt(scope, workspaceId, findings, (unit, client) => within({ client, findings }, unit)),
    );
  }

  /**
   * Waits until all work has ended that began before this call, in every workspace and process (decision 0010). It looks
   * at who holds the lock of active work and does not ask for it itself, because new work would queue up behind it.
   */
  async waitForActiveWork(): Promise<void> {
    let active = await this.activeWork();
    while (active.length > 0) {
      await pause(ACTIVE_WORK_POLL_MS);
      const still = new Set(await this.activeWork());
      active = active.filter((work) => still.has(work));
    }
  }

  /**
   * The instant before which nothing new will appear in a workspace: since then no work has been running that could still
   * commit a change stamped earlier. A caller that follows changes by their time reads up to here (decision 0011).
   */
  async safeReadHorizon(workspaceId: string): Promise<string> {
    const [horizon] = await this.read<{ instant: string }>(workspaceId, safeReadHorizonOf(workspaceId));
    return horizon!.instant;
  }

  private async activeWork(): Promise<string[]> {
    const held = await this.transaction({ operator: true }, (work) =>
      work.query<{ virtualtransaction: string }>(ACTIVE_WORK_HOLDERS),
    );
    return held.map(({ virtualtransaction }) => virtualtransaction);
  }

  private oneAfterTheOther<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.serialized.get(key) ?? Promise.resolve();
    const mine = before.then(work);
    const ended = mine.catch(() => undefined);
    this.serialized.set(key, ended);
    void ended.then(() => this.serialized.get(key) === ended && this.serialized.delete(key));
    return mine;
  }

  /** The rows of one of several statements that are a transaction, and travel in one exchange. */
  private together<Row extends QueryResultRow>(
    workspaceId: string,
    statements: readonly Statement[],
    asked: number,
  ): Promise<Row[]> {
    return this.connections.use(
      workspaceId,
      async (client) => (await sendAsOneTransaction(client, statements))[asked]!.rows as Row[],
    );
  }

  /** Does a unit of work within a transaction that has begun already and that somebody else ends. */
  private async join<T>(
    joined: JoinedTransaction,
    locks: Statement | null,
    work: (unit: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    const { beforeFirst } = joined;
    joined.beforeFirst = undefined;
    await beforeFirst?.();
    const unit = new UnitOfWork(joined.workspaceId, joined.client, this.orm, this.follow, joined.findings);
    try {
      if (locks) await unit.query(locks);
      const result = await work(unit);
      await unit.flush();
      await unit.drain();
      return result;
    } catch (last) {
      // Where a statement failed that was not waited for, those after it say no more than that something failed.
      const error: unknown = await unit.drain().then(
        () => last,
        (first: unknown) => first,
      );
      // What may be tried again is tried by whoever began the transaction.
      throw isRetryable(error) ? error : problemOfDatabaseError(error);
    }
  }

  private async withRetry<T>(attempt: (findings: Findings) => Promise<T>): Promise<T> {
    const findings: Findings = new Map();
    try {
      for (let attempts = 1; ; attempts += 1) {
        try {
          return await attempt(findings);
        } catch (error) {
          if (error instanceof FindFirst && findings.size < MOST_FINDINGS) {
            findings.set(error.key, await error.find());
            attempts -= 1;
          } else if (!isRetryable(error) || attempts === MOST_ATTEMPTS) throw problemOfDatabaseError(error);
          // Those who met once would meet again if they came back at the same moment.
          else await pause(Math.random() * attempts * LONGEST_BACK_OFF_MS);
        }
      }
    } finally {
      await disposeOf(findings);
    }
  }

  private attempt<T>(
    scope: readonly Statement[],
    workspaceId: string,
    findings: Findings,
    work: (unit: UnitOfWork, client: PoolClient) => Promise<T>,
    begin = 'begin',
  ): Promise<T> {
    return this.connections.use(workspaceId, async (client) => {
      // Not awaited: it goes out together with the first statement, and a failure of it fails that one too.
      sendTogether(client);
      const begun = client.query(begin);
      begun.catch(() => undefined);
      const unit = new UnitOfWork(workspaceId, client, this.orm, this.follow, findings);
      for (const statement of scope) unit.enqueue(statement);
      try {
        const result = await work(unit, client);
        await unit.flush();
        await begun;
        // The commit does not wait for what was sent before it: where that failed, the commit is a rollback.
        const [settled, committed] = await Promise.allSettled([unit.drain(), client.query('commit')]);
        for (const step of [settled, committed]) if (step.status === 'rejected') throw step.reason;
        return result;
      } catch (error) {
        // Where even this fails, the first error is the one to tell, and the connection is closed.
        await client.query('rollback').catch(() => undefined);
        await unit.drain();
        throw error;
      }
    });
  }
}

/** What a transaction begins with: whose it is, and the locks that it holds until it ends. */
function statementsOf({ workspaceId = '', operator = false, snapshot = false, exclusive = false }: TransactionScope) {
  if (operator) return exclusive ? [AS_OPERATOR, EXCLUSIVE_EVERYWHERE] : [AS_OPERATOR];
  if (workspaceId === '' || snapshot) return [boundTo(workspaceId)];
  return [workingIn(workspaceId, exclusive ? 'exclusive' : 'shared')];
}
