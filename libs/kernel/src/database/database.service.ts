import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryResultRow } from 'pg';
import { currentAudit } from '../audit/audit-context.js';
import { insertAuditEntry } from '../audit/audit-entry.query.js';
import { DomainEvents } from './domain-events.service.js';
import { ACTIVE_WORK_HOLDERS, boundTo, locksOf } from './advisory-locks.js';
import { readingFor, readingIn, safeReadHorizonOf, readingAt, waitingIn, workingIn } from './advisory-locks.js';
import type { LaneName } from './connections.service.js';
import { Connections } from './connections.service.js';
import { attempt, beginOf, joinedScopeOf, scopeOf } from './attempt.query.js';
import { isRetryable, problemOfDatabaseError, refuseAsProblem } from './database-error.js';
import type { Findings } from './find-first.js';
import { sendTogether } from './driver-connection.query.js';
import { sendAsOneTransaction } from './implicit-transaction.query.js';
import { LockWaits } from './lock-waits.service.js';
import { RunningDryRun } from './running-dry-run.js';
import type { Try } from './retry.js';
import { Serialized } from './serialized.js';
import type { Role } from '../settings/roles.js';
import type { Statement } from '../sql/statement.js';
import type { SingleOptions, StatementScope, TransactionScope } from './transaction-scope.js';
import { roleOf } from './transaction-scope.js';
import type { DryRunSteps } from './dry-run-steps.js';
import { SAVEPOINT } from './dry-run-steps.js';
import type { JoinedTransaction } from './unit-of-work.js';
import { UnitOfWork, withNotes } from './unit-of-work.js';

const ACTIVE_WORK_POLL_MS = 20;

/**
 * The way to PostgreSQL, in three entry points:
 *
 * - `read` for one statement that only reads in a workspace, `readEach` for several that travel together;
 * - `single` for one statement that is a transaction by itself, with what follows; `transaction` for everything else.
 *
 * What runs in a workspace is bound to it, which row-level security enforces as the second wall behind the explicit
 * `workspace_id` of every query (decision 0003). What no request needs has connections of roles of its own (decision 0056).
 */
@Injectable()
export class Database {
  private readonly joined = new AsyncLocalStorage<JoinedTransaction>();
  private readonly serialized = new Serialized();
  private readonly follow = (event: object, work: UnitOfWork): Promise<void> => this.events.publish(event, work);

  constructor(
    private readonly orm: MikroORM,
    private readonly events: DomainEvents,
    private readonly connections: Connections,
    private readonly lockWaits: LockWaits,
  ) {}

  /** The rows of one statement in one workspace. It travels together with its scope, in one round trip. */
  async read<Row extends QueryResultRow>(workspaceId: string, statement: Statement): Promise<Row[]> {
    return (await this.readEach(workspaceId, [statement]))[0] as Row[];
  }

  /** The rows of each of several statements in one workspace, which travel together. */
  async readEach(workspaceId: string, statements: readonly Statement[]): Promise<QueryResultRow[][]> {
    const joined = this.joined.getStore();
    if (joined?.workspaceId === workspaceId) {
      return this.join(joined, null, (unit) => Promise.all(statements.map((statement) => unit.query(statement))));
    }
    return (await this.together(workspaceId, [readingIn(workspaceId), ...statements]).catch(refuseAsProblem)).slice(1);
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
    const workspaceId = 'userId' in scope || scope.secrets ? '' : (scope.workspaceId ?? '');
    const ask = (begin: (given: Try) => Statement[], more: readonly Statement[] = [], role?: Role) =>
      this.lockWaits.retry(workspaceId, async (given) => {
        const rows = await this.together(workspaceId, [...begin(given), statement, ...more], role);
        return rows.at(-1 - more.length) as Row[];
      });
    if ('userId' in scope) return ask(() => [readingFor(scope.userId)], [], 'identity');
    if (workspaceId === '') return ask(() => [], [], roleOf(scope));
    const followUps = event === undefined ? [] : this.events.followUps(event, workspaceId);
    const audit = currentAudit();
    if (audit && !writesAuditEntry) followUps.push(insertAuditEntry(workspaceId, audit, null));
    const joined = this.joined.getStore();
    if (joined?.workspaceId === workspaceId) return this.singleWithin<Row>(joined, statement, followUps, event);
    return ask((given) => [workingIn(workspaceId, 'shared', given.lockTimeout)], followUps);
  }

  /**
   * Does work in one transaction; commits when it ends, rolls back when it throws. Serialization failures and deadlocks
   * are tried again, and so is work that asks for something to be found first (`FindFirst`): it must have no effect outside
   * the database.
   * @throws ServiceUnavailable when the database cannot be reached, and the problem that a violated constraint stands for.
   */
  transaction<T>(scope: TransactionScope, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const { workspaceId = '', serializedBy: key, snapshot = false, exclusive = false } = scope;
    const role = roleOf(scope);
    const joined = this.joined.getStore();
    if (joined && joined.workspaceId === workspaceId && role === 'app') {
      if (snapshot) return this.join(joined, null, work);
      return this.join(joined, locksOf(workspaceId, exclusive ? 'exclusive' : 'shared'), withNotes(work));
    }
    if (key !== undefined && !joined) {
      return this.serialized.run(key, () => this.transaction({ ...scope, serializedBy: undefined }, work));
    }
    const begin = beginOf(scope);
    const noted = workspaceId !== '' && !snapshot ? withNotes(work) : work;
    return this.lockWaits.retry(workspaceId, ({ findings, lockTimeout }) =>
      this.attempt(scopeOf(scope, lockTimeout), workspaceId, findings, noted, begin, role),
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
    const within = (joined: Omit<JoinedTransaction, 'beforeFirst'>, unit: UnitOfWork) =>
      this.joined.run({ ...joined, beforeFirst }, () => work(unit));
    const joined = this.joined.getStore();
    if (joined) {
      const locks = exclusive ? locksOf(workspaceId, 'exclusive') : null;
      return this.join(joined, locks, (unit) => within(joined, unit));
    }
    return this.lockWaits.retry(workspaceId, ({ findings, lockTimeout }) => {
      const joining = (unit: UnitOfWork, client: PoolClient) => within({ workspaceId, client, findings }, unit);
      return this.attempt(joinedScopeOf(workspaceId, exclusive, lockTimeout), workspaceId, findings, joining);
    });
  }

  /**
   * Does all that is done in a workspace in one transaction that is rolled back at its end (decision 0062). It sees one
   * snapshot of the database; where others change what it changes, it is done again at READ COMMITTED, as the work itself is.
   */
  dryRun<Done, Seen, T>(workspaceId: string, { work, look, conclude }: DryRunSteps<Done, Seen, T>): Promise<T> {
    let seesOneSnapshot = true;
    return this.lockWaits.retry(workspaceId, async ({ findings, lockTimeout }) => {
      const published: object[] = [];
      const tried = async (unit: UnitOfWork, client: PoolClient) => {
        const running = new RunningDryRun(() => look({ unit, published, seesOneSnapshot }), published);
        const done = await this.joined.run(
          { workspaceId, client, findings, dryRun: running, beforeFirst: undefined },
          work,
        );
        return conclude({ unit, published, seesOneSnapshot }, done, await running.look());
      };
      const begin = beginOf({ snapshot: seesOneSnapshot, dryRun: true });
      const scope = [waitingIn(workspaceId, lockTimeout), ...(seesOneSnapshot ? [SAVEPOINT] : [])];
      try {
        return await this.attempt(scope, workspaceId, findings, tried, begin, undefined, 'rollback');
      } catch (error) {
        seesOneSnapshot &&= !isRetryable(error);
        throw error;
      }
    });
  }

  /**
   * Reads what another transaction saw as it exported its snapshot, but for its own changes. It may end once this answers.
   */
  async readAt<T>(
    workspaceId: string,
    snapshot: string,
    read: (unit: UnitOfWork) => Promise<T>,
  ): Promise<{ readonly answer: Promise<T> }> {
    const { promise: held, resolve: isHeld, reject: isNotHeld } = Promise.withResolvers<void>();
    const reading = (unit: UnitOfWork) => {
      const rows = read(unit);
      void unit.drain().then(isHeld, isNotHeld);
      return rows;
    };
    const scope = [boundTo(workspaceId)];
    const answer = this.attempt(scope, workspaceId, new Map(), reading, readingAt(snapshot), 'snapshots');
    answer.catch(isNotHeld);
    await held;
    return { answer };
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
    const held = await this.single<{ virtualtransaction: string }>({}, ACTIVE_WORK_HOLDERS);
    return held.map(({ virtualtransaction }) => virtualtransaction);
  }

  /** The rows of each of several statements that are a transaction, and travel in one exchange. */
  private together(workspaceId: string, statements: readonly Statement[], role?: Role): Promise<QueryResultRow[][]> {
    this.refuseInDryRun();
    const send = async (client: PoolClient) => {
      return (await sendAsOneTransaction(client, statements)).map(({ rows }) => rows as QueryResultRow[]);
    };
    return this.connections.use(workspaceId, send, role);
  }

  private refuseInDryRun(): void {
    if (this.joined.getStore()?.dryRun) throw new Error('a dry run reaches no further than its transaction');
  }

  /** A statement within a transaction that has begun; what follows is sent behind it, without waiting for its answer. */
  private async singleWithin<Row extends QueryResultRow>(
    joined: JoinedTransaction,
    statement: Statement,
    followUps: readonly Statement[],
    event: object | undefined,
  ): Promise<Row[]> {
    const rows = await this.join(joined, locksOf(joined.workspaceId, 'shared'), (unit) => {
      const sent = unit.send<Row>(statement);
      for (const followUp of followUps) unit.enqueue(followUp);
      joined.dryRun?.lookAhead(event);
      return sent;
    });
    joined.dryRun?.keepLook();
    return rows;
  }

  /** Does a unit of work within a transaction that the caller has begun and will end. */
  private async join<T>(
    joined: JoinedTransaction,
    locks: Statement | null,
    work: (unit: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    const { beforeFirst } = joined;
    joined.beforeFirst = undefined;
    await beforeFirst?.();
    const { dryRun } = joined;
    dryRun?.forgetLook();
    const follow = (event: object, part: UnitOfWork): Promise<void> => {
      dryRun?.published.push(event);
      return this.follow(event, part);
    };
    const unit = new UnitOfWork(joined.workspaceId, joined.client, this.orm, follow, joined);
    try {
      if (locks) unit.enqueue(locks);
      const result = await work(unit);
      await unit.flush();
      await unit.drain();
      dryRun?.forgetLook();
      return result;
    } catch (last) {
      // Where a statement failed that was not waited for, those after it say no more than that something failed.
      const error: unknown = await unit.drain().then(
        () => last,
        (first: unknown) => first,
      );
      // Only the caller that began the transaction can retry it.
      throw isRetryable(error) ? error : problemOfDatabaseError(error);
    }
  }

  private attempt<T>(
    scope: readonly Statement[],
    workspaceId: string,
    findings: Findings,
    work: (unit: UnitOfWork, client: PoolClient) => Promise<T>,
    begin = 'begin',
    lane?: LaneName,
    end = 'commit',
  ): Promise<T> {
    this.refuseInDryRun();
    const onClient = (client: PoolClient) => {
      const unit = new UnitOfWork(workspaceId, client, this.orm, this.follow, { findings });
      sendTogether(client);
      return attempt(client, unit, scope, work, client.query(begin), end);
    };
    return this.connections.use(workspaceId, onClient, lane);
  }
}
