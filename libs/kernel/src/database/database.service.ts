import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryResultRow } from 'pg';
import type { EventsOfAct } from '../outbox/outbox.query.js';
import { DomainEvents } from './domain-events.service.js';
import { untilEnded } from './active-work.js';
import { ACTIVE_WORK_HOLDERS, boundTo, locksOf } from './advisory-locks.js';
import { readingFor, readingIn, safeReadHorizonOf, readingAt, waitingIn } from './advisory-locks.js';
import type { AttemptSteps } from './attempt.query.js';
import { attempt, beginOf, joinedScopeOf, scopeOf } from './attempt.query.js';
import { Connections } from './connections.service.js';
import { isRetryable, refuseAsProblem } from './database-error.js';
import { heldReading } from './held-reading.js';
import { JoinedWork } from './joined-work.query.js';
import { sendAsTransaction, sendTogether } from './service-client.query.js';
import { knownAs, workAtHand } from '../queue/work-at-hand.js';
import { LockWaits } from './lock-waits.service.js';
import { Replica } from './replica.service.js';
import { Serialized } from './serialized.js';
import type { Statement } from '../sql/statement.js';
import type { StatementScope, TransactionScope } from './transaction-scope.js';
import { roleOf } from './transaction-scope.js';
import type { DryRunSteps } from './dry-run-steps.js';
import { SAVEPOINT } from './dry-run-steps.js';
import type { JoinedTransaction } from './unit-of-work.js';
import { UnitOfWork, withEvents, withNotes } from './unit-of-work.js';

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
  private readonly joined: JoinedWork;
  private readonly serialized = new Serialized();
  private readonly follow = (event: object, work: UnitOfWork): Promise<void> => this.events.publish(event, work);

  constructor(
    private readonly orm: MikroORM,
    private readonly events: DomainEvents,
    private readonly connections: Connections,
    private readonly replica: Replica,
    private readonly lockWaits: LockWaits,
  ) {
    this.joined = new JoinedWork(orm, events);
  }

  /** The rows of one statement in one workspace. It travels together with its scope, in one round trip. */
  async read<Row extends QueryResultRow>(workspaceId: string, statement: Statement): Promise<Row[]> {
    return (await this.readEach(workspaceId, [statement]))[0] as Row[];
  }

  /** The rows of each of several statements in one workspace, which travel together. */
  async readEach(workspaceId: string, statements: readonly Statement[]): Promise<QueryResultRow[][]> {
    const joined = this.joined.current(workspaceId);
    if (joined) {
      return this.joined.join(joined, null, (unit) => Promise.all(statements.map((one) => unit.query(one))));
    }
    return (
      await this.together({ workspaceId }, [readingIn(workspaceId), ...statements], true).catch(refuseAsProblem)
    ).slice(1);
  }

  /**
   * Runs one statement as a transaction, in one round trip. It is not written into the audit log and publishes nothing.
   * @throws ServiceUnavailable if the database cannot be reached, and the problem of a violated constraint
   */
  single<Row extends QueryResultRow>(scope: StatementScope, statement: Statement): Promise<Row[]> {
    const {
      workspaceId = '',
      place,
      begin,
    } = 'userId' in scope
      ? { place: { secrets: true }, begin: [readingFor(scope.userId)] }
      : { ...scope, place: scope, begin: scope.workspaceId ? [boundTo(scope.workspaceId)] : [] };
    return this.lockWaits.retry(
      workspaceId,
      async () => (await this.together(place, [...begin, statement])).at(-1) as Row[],
    );
  }

  /**
   * Does work in one transaction; commits when it ends, rolls back when it throws. Serialization failures and deadlocks
   * are tried again, and so is work that asks for something to be found first (`FindFirst`): it must have no effect outside
   * the database.
   * @throws ServiceUnavailable when the database cannot be reached, and the problem that a violated constraint stands for.
   */
  async transaction<T>(scope: TransactionScope, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const { workspaceId = '', serializedBy: key, snapshot = false, exclusive = false } = scope;
    const joined = this.joined.current(workspaceId);
    if (joined && roleOf(scope) === 'app') {
      if (snapshot) return this.joined.join(joined, null, work);
      return this.joined.join(joined, locksOf(workspaceId, exclusive ? 'exclusive' : 'shared'), withNotes(work));
    }
    if (key !== undefined && !this.joined.current()) {
      const unserialized = { ...scope, serializedBy: undefined };
      return this.serialized.run(`${workspaceId} ${key}`, () => this.transaction(unserialized, work));
    }
    const isOfWorkspace = workspaceId !== '' && !scope.operator && !snapshot;
    const noted = isOfWorkspace ? withNotes(work) : scope.operator ? withEvents(work) : work;
    return this.lockWaits.retry(scope.operator ? '' : workspaceId, ({ findings, lockTimeout }) => {
      const steps = { scope: scopeOf(scope, lockTimeout), findings };
      return this.attempt(scope, steps, noted, beginOf(scope));
    });
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
    const joined = this.joined.current();
    if (joined) {
      const locks = exclusive ? locksOf(workspaceId, 'exclusive') : null;
      return this.joined.join(joined, locks, (unit) => within(joined, unit));
    }
    return this.lockWaits.retry(workspaceId, ({ findings, lockTimeout }) => {
      const events: EventsOfAct[] = [];
      const joining = async (unit: UnitOfWork, client: PoolClient) => {
        const result = await within({ workspaceId, client, findings, events }, unit);
        unit.insertEvents(events);
        return result;
      };
      const scope = [joinedScopeOf(workspaceId, exclusive, lockTimeout)];
      return this.attempt({ workspaceId }, { scope, findings, events }, joining);
    });
  }

  /**
   * Runs work in one transaction that is rolled back at its end (decision 0062). It sees one snapshot of the database. If another
   * transaction changes the same rows, it runs again at READ COMMITTED.
   */
  dryRun<Done, Seen, T>(workspaceId: string, { work, look, conclude }: DryRunSteps<Done, Seen, T>): Promise<T> {
    let seesOneSnapshot = true;
    return this.lockWaits.retry(workspaceId, async ({ findings, lockTimeout }) => {
      const published: object[] = [];
      const tried = async (unit: UnitOfWork, client: PoolClient) => {
        const joined = { workspaceId, client, findings, dryRunEvents: published, events: [], beforeFirst: undefined };
        const done = await this.joined.run(joined, work);
        const transaction = { unit, published, seesOneSnapshot };
        return conclude(transaction, done, await look(transaction));
      };
      const begin = beginOf({ snapshot: seesOneSnapshot, dryRun: true });
      const scope = [waitingIn(workspaceId, lockTimeout), ...(seesOneSnapshot ? [SAVEPOINT] : [])];
      try {
        return await this.attempt({ workspaceId }, { scope, findings }, tried, begin, 'rollback');
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
    const { reading, held, fail } = heldReading(read);
    const steps = { scope: [boundTo(workspaceId)], findings: new Map(), lane: 'snapshots' } as const;
    const answer = this.attempt({ workspaceId }, steps, reading, readingAt(snapshot));
    answer.catch(fail);
    await held;
    return { answer };
  }

  /**
   * Waits until all work has ended that began before this call, in every workspace and every process (decision 0010).
   * It looks at who holds the lock of active work and does not ask for it itself, because new work would queue up behind it.
   */
  waitForActiveWork(): Promise<void> {
    return untilEnded(async () => {
      const [held] = await this.lockWaits.retry('', () => this.together({}, [ACTIVE_WORK_HOLDERS]));
      return held!.map(({ virtualtransaction }) => virtualtransaction as string);
    });
  }

  /**
   * The instant before which nothing new will appear in a workspace: since then no work has been running that could still
   * commit a change stamped earlier, of which no replica knows. Who follows changes by their time reads up to here (decision 0011).
   */
  async safeReadHorizon(workspaceId: string): Promise<string> {
    const read = () => this.read<{ instant: string }>(workspaceId, safeReadHorizonOf(workspaceId));
    const [horizon] = await knownAs({ readsReplica: false }, read);
    return horizon!.instant;
  }

  /** The rows of each of several statements that are a transaction, and travel in one exchange. */
  private async together(place: TransactionScope, statements: readonly Statement[], isRead = false) {
    const send = (client: PoolClient) => sendAsTransaction(client, statements);
    const results = await this.use(place, isRead, (to) => to.use(place.workspaceId ?? '', send, roleOf(place)));
    return results.map(({ rows }) => rows as QueryResultRow[]);
  }

  /**
   * Does work with connections to the server, or to the replica.
   * @param isRead whether it only reads: of a request that says so, a replica may answer it
   */
  private async use<T>(scope: TransactionScope, isRead: boolean, work: (to: Connections) => Promise<T>): Promise<T> {
    if (this.joined.current()?.dryRunEvents) throw new Error('a dry run reaches no further than its transaction');
    const { workspaceId = '' } = scope;
    const mayUseReplica = isRead && workspaceId !== '' && roleOf(scope) === 'app' && workAtHand().readsReplica;
    return mayUseReplica ? this.replica.read(workspaceId, work) : work(this.connections);
  }

  /** Wakes the loops that process events, in this process now and in others soon. */
  private wakeFollowers(): void {
    this.events.signals.raise((statement) => this.together({}, [statement]));
  }

  private async attempt<T>(
    place: TransactionScope,
    { scope, findings, events, lane = roleOf(place) }: AttemptSteps,
    work: (unit: UnitOfWork, client: PoolClient) => Promise<T>,
    begin = 'begin',
    end = 'commit',
  ): Promise<T> {
    const workspaceId = place.operator ? '' : (place.workspaceId ?? '');
    const onClient = async (client: PoolClient) => {
      const unit = new UnitOfWork(workspaceId, client, this.orm, this.follow, { findings, events });
      sendTogether(client);
      const result = await attempt(client, unit, scope, work, client.query(begin), end);
      if (unit.hasWrittenEvents) this.wakeFollowers();
      return result;
    };
    return this.use(place, place.snapshot === true, (to) => to.use(workspaceId, onClient, lane));
  }
}
