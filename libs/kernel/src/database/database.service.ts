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
 * Access to PostgreSQL:
 * - `read` and `readEach` run read-only queries in a workspace in one round trip;
 * - `single` runs one statement as a transaction in one round trip; `transaction` runs everything else.
 * Row-level security binds work to its workspace, in addition to the explicit `workspace_id` of every query (decision
 * 0003). Work outside of API requests uses connections of other roles (decision 0056).
 */
@Injectable()
export class Database {
  private readonly joined: JoinedWork;
  private readonly serialized = new Serialized();

  constructor(
    private readonly orm: MikroORM,
    private readonly events: DomainEvents,
    private readonly connections: Connections,
    private readonly replica: Replica,
    private readonly lockWaits: LockWaits,
  ) {
    this.joined = new JoinedWork(orm, events);
  }

  async read<Row extends QueryResultRow>(workspaceId: string, statement: Statement): Promise<Row[]> {
    return (await this.readEach(workspaceId, [statement]))[0] as Row[];
  }

  async readEach(workspaceId: string, statements: readonly Statement[]): Promise<QueryResultRow[][]> {
    const joined = this.joined.current(workspaceId);
    if (joined) {
      return this.joined.join(joined, null, (unit) => Promise.all(statements.map((one) => unit.query(one))));
    }
    const scoped = [readingIn(workspaceId), ...statements];
    return (await this.together({ workspaceId }, scoped, true).catch(refuseAsProblem)).slice(1);
  }

  /**
   * Runs one statement as a transaction, in one round trip. It writes no audit entry and publishes nothing.
   * @throws ServiceUnavailable if the database cannot be reached, and the problem of a violated constraint
   */
  single<Row extends QueryResultRow>(scope: StatementScope, statement: Statement): Promise<Row[]> {
    const isUsers = 'userId' in scope;
    const { workspaceId = '' } = isUsers ? {} : scope;
    const bound = isUsers ? [readingFor(scope.userId)] : workspaceId ? [boundTo(workspaceId)] : [];
    const place = isUsers ? { secrets: true } : scope;
    return this.lockWaits.retry(
      workspaceId,
      async () => (await this.together(place, [...bound, statement])).at(-1) as Row[],
    );
  }

  /**
   * Runs work in one transaction; rolls back if it throws. It runs again after serialization failures, deadlocks and
   * `FindFirst`, so it must have no effect outside the database.
   * @throws ServiceUnavailable if the database cannot be reached, and the problem of a violated constraint
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
   * Makes all units of work in a workspace share one transaction, so that a request commits together with its
   * idempotency record (decision 0026).
   * @param exclusive blocks all other work in the workspace until the end
   * @param beforeFirst runs right before the first unit of work
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
   * Runs work in one transaction on one snapshot and rolls it back (decision 0062). If another transaction changes the
   * same rows, it runs again at READ COMMITTED.
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
   * Reads on the exported snapshot of another transaction, without the changes of that transaction. It may end once
   * this resolves.
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
   * Waits until all work that began before this call has ended, in every workspace and process (decision 0010). It
   * reads the holders of the lock of active work instead of requesting it, because new work would queue behind the
   * request.
   */
  waitForActiveWork(): Promise<void> {
    return untilEnded(async () => {
      const [holders] = await this.lockWaits.retry('', () => this.together({}, [ACTIVE_WORK_HOLDERS]));
      return holders!.map(({ virtualtransaction }) => virtualtransaction as string);
    });
  }

  /**
   * Returns the instant before which no new change will appear in a workspace, because no older work still runs. Reads
   * by change time stop here (decision 0011). Replicas cannot answer this.
   */
  async safeReadHorizon(workspaceId: string): Promise<string> {
    const read = () => this.read<{ instant: string }>(workspaceId, safeReadHorizonOf(workspaceId));
    const [horizon] = await knownAs({ readsReplica: false }, read);
    return horizon!.instant;
  }

  private together(place: TransactionScope, statements: readonly Statement[], isRead = false) {
    const send = (client: PoolClient) => sendAsTransaction(client, statements);
    return this.use(place, isRead, (to) => to.use(place.workspaceId ?? '', send, roleOf(place)));
  }

  private async use<T>(scope: TransactionScope, isRead: boolean, work: (to: Connections) => Promise<T>): Promise<T> {
    if (this.joined.current()?.dryRunEvents)
      throw new Error('a dry run cannot use the database outside its transaction');
    const { workspaceId = '' } = scope;
    const mayUseReplica = isRead && workspaceId !== '' && roleOf(scope) === 'app' && workAtHand().readsReplica;
    return mayUseReplica ? this.replica.read(workspaceId, work) : work(this.connections);
  }

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
      const unit = new UnitOfWork(workspaceId, client, this.orm, this.events, { findings, events });
      sendTogether(client);
      const result = await attempt(client, unit, scope, work, client.query(begin), end);
      if (unit.hasWrittenEvents) this.wakeFollowers();
      return result;
    };
    return this.use(place, place.snapshot === true, (to) => to.use(workspaceId, onClient, lane));
  }
}
