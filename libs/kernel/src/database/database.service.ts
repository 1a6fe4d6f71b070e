import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryResultRow } from 'pg';
import { currentAct } from '../audit/act.js';
import { noteAct, noting } from '../audit/audit-entry.query.js';
import { DomainEvents } from '../events/domain-events.service.js';
import { Connections } from './connections.service.js';
import { isRetryable, problemOfDatabaseError } from './database-error.js';
import { inOneExchange } from './one-exchange.query.js';
import type { Statement } from './statement.js';
import type { JoinedTransaction } from './shared-connection.query.js';
import { sendTogether } from './shared-connection.query.js';
import { UnitOfWork } from './unit-of-work.js';
import type { Locks } from './work-locks.js';
import { ALONE_EVERYWHERE, AS_OPERATOR, boundTo, HOLDERS_OF_RUNNING_WORK, locksOf } from './work-locks.js';
import { readingFor, readingIn, settledInstant, workingIn } from './work-locks.js';

const MOST_ATTEMPTS = 6;
const LONGEST_BACK_OFF_MS = 40;

const RUNNING_WORK_POLL_MS = 20;

/**
 * The way to PostgreSQL. Everything runs in a transaction that is bound to one workspace, which row-level security
 * enforces as the second wall behind the explicit `workspace_id` of every query (decision 0003).
 */
@Injectable()
export class Database {
  private readonly joined = new AsyncLocalStorage<JoinedTransaction>();
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(
    private readonly orm: MikroORM,
    private readonly events: DomainEvents,
    private readonly connections: Connections,
  ) {}

  /**
   * Does work in one transaction; commits when it ends, rolls back when it throws. Serialization failures and deadlocks
   * are tried again, so the work must have no effect outside the database.
   * @throws ServiceUnavailable when the database cannot be reached, and the problem that a violated constraint stands for.
   */
  inWorkspace<T>(workspaceId: string, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    return this.withRetries(workspaceId, work, 'shared');
  }

  /**
   * Does work like `inWorkspace`, one after the other with what this process does on the same thing: those who ask for the
   * same at the same moment wait here, where they take nobody's connection. Who has one already, and with it locks that the
   * others may wait for, waits at the database.
   */
  inTurn<T>(workspaceId: string, id: string, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    if (this.joined.getStore()) return this.inWorkspace(workspaceId, work);
    const before = this.underWay.get(id) ?? Promise.resolve();
    const mine = before.then(() => this.inWorkspace(workspaceId, work));
    const ended = mine.catch(() => undefined);
    this.underWay.set(id, ended);
    void ended.then(() => this.underWay.get(id) === ended && this.underWay.delete(id));
    return mine;
  }

  /**
   * Does work while no other is done in the workspace: for a change of what all writers there rely on, such as the base
   * currency. A statement that began before would not see the change, nor be seen by what follows from it (decision 0010).
   */
  aloneInWorkspace<T>(workspaceId: string, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    return this.withRetries(workspaceId, work, 'alone');
  }

  /**
   * Makes one transaction of all that is done in a workspace from here on, however many units of work that are: for a
   * request whose effect has to commit together with what is noted of the request itself (decision 0026).
   * @param alone holds all other work in the workspace off until the end
   * @param beforeFirst is done right before the first unit of work
   */
  inOneTransaction<T>(
    workspaceId: string,
    { alone, beforeFirst }: { alone: boolean; beforeFirst?: () => Promise<void> },
    work: (unit: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    const scope = [alone ? workingIn(workspaceId, 'alone') : boundTo(workspaceId)];
    return this.untilDone(() =>
      this.attempt(scope, workspaceId, (unit, client) =>
        this.joined.run({ workspaceId, client, beforeFirst }, () => work(unit)),
      ),
    );
  }

  /**
   * Waits until all work has ended that began before this call, in every workspace and process (decision 0010). It looks
   * at who holds the lock of running work and does not ask for it itself, because new work would queue up behind it.
   */
  async waitForRunningWork(): Promise<void> {
    let running = await this.runningWork();
    while (running.length > 0) {
      await pause(RUNNING_WORK_POLL_MS);
      const still = new Set(await this.runningWork());
      running = running.filter((work) => still.has(work));
    }
  }

  /**
   * The instant before which nothing new will appear in a workspace: since then no work has been running that could still
   * commit a change stamped earlier. Whoever follows changes by their time reads up to here (decision 0011).
   */
  async settledUntil(workspaceId: string): Promise<string> {
    const [settled] = await this.read<{ instant: string }>(workspaceId, settledInstant(workspaceId));
    return settled!.instant;
  }

  private async runningWork(): Promise<string[]> {
    const held = await this.asOperator((work) => work.query<{ virtualtransaction: string }>(HOLDERS_OF_RUNNING_WORK));
    return held.map(({ virtualtransaction }) => virtualtransaction);
  }

  /**
   * Does work across workspaces, as an administrator: no request ever comes here.
   * @param workspaceId the workspace that the unit of work is bound to, where an administrator works in a single one
   */
  async asOperator<T>(work: (unit: UnitOfWork) => Promise<T>, workspaceId = ''): Promise<T> {
    return this.attempt([AS_OPERATOR], workspaceId, workspaceId === '' ? work : noting(work));
  }

  /** Looks across workspaces, as an administrator, at one snapshot of the database. */
  onSnapshotAsOperator<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    return this.attempt([AS_OPERATOR], '', work, 'begin isolation level repeatable read');
  }

  /** Does work across workspaces that may meet others in locks: what was broken off for that is tried again. */
  untilDoneAsOperator<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    return this.untilDone(() => this.attempt([AS_OPERATOR], '', work));
  }

  /** Does work across workspaces while none of them changes what its writers rely on (decision 0010). */
  async aloneAsOperator<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    return this.untilDone(() => this.attempt([AS_OPERATOR, ALONE_EVERYWHERE], '', work));
  }

  /** The rows of one statement in one workspace. It travels together with its scope, in one round trip. */
  async read<Row extends QueryResultRow>(workspaceId: string, statement: Statement): Promise<Row[]> {
    const joined = this.joined.getStore();
    if (joined?.workspaceId === workspaceId) return this.join(joined, null, (unit) => unit.query<Row>(statement));
    return this.readTogether(workspaceId, [readingIn(workspaceId), statement]);
  }

  /** The rows that a signed-in person may see before a workspace is chosen: those that say what is theirs. */
  async readAsUser<Row extends QueryResultRow>(userId: string, statement: Statement): Promise<Row[]> {
    return this.readTogether('', [readingFor(userId), statement]);
  }

  /**
   * Does work that belongs to no workspace, such as signing in. It runs as the application, to which row-level security
   * shows no row of any workspace here.
   */
  withoutWorkspace<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    return this.untilDone(() => this.attempt([boundTo('')], '', work));
  }

  /** The rows of one statement that belongs to no workspace, and is a transaction by itself. */
  onceWithoutWorkspace<Row extends QueryResultRow>(statement: Statement): Promise<Row[]> {
    return this.untilDone(() => this.together<Row>('', [statement]));
  }

  /**
   * Several statements on one snapshot of the database, of which none writes.
   * @throws ServiceUnavailable when the database cannot be reached.
   */
  onSnapshot<T>(workspaceId: string, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const joined = this.joined.getStore();
    if (joined?.workspaceId === workspaceId) return this.join(joined, null, work);
    const begin = 'begin isolation level repeatable read read only';
    return this.untilDone(() => this.attempt([boundTo(workspaceId)], workspaceId, work, begin));
  }

  /**
   * The rows of one statement that is a unit of work by itself, together with what follows from an event: all of it
   * travels with its scope and its locks as one transaction, in one round trip.
   * @param noted whether the statement notes the act that it is part of by itself
   */
  once<Row extends QueryResultRow>(
    workspaceId: string,
    statement: Statement,
    event?: object,
    noted: 'by itself' | 'beside it' = 'beside it',
  ): Promise<Row[]> {
    const followUps = event === undefined ? [] : this.events.followUps(event, workspaceId);
    const act = currentAct();
    if (act && noted === 'beside it') followUps.push(noteAct(workspaceId, act, null));
    const joined = this.joined.getStore();
    if (joined?.workspaceId === workspaceId) {
      return this.join(joined, locksOf(workspaceId, 'shared'), async (unit) => {
        const rows = await unit.query<Row>(statement);
        for (const followUp of followUps) unit.send(followUp);
        return rows;
      });
    }
    const all = [workingIn(workspaceId, 'shared'), statement, ...followUps];
    return this.untilDone(() => this.together<Row>(workspaceId, all, 1));
  }

  private async readTogether<Row extends QueryResultRow>(
    workspaceId: string,
    statements: readonly [Statement, Statement],
  ): Promise<Row[]> {
    try {
      return await this.together<Row>(workspaceId, statements, 1);
    } catch (error) {
      throw problemOfDatabaseError(error);
    }
  }

  /** The rows of one of several statements that are a transaction, and travel in one exchange. */
  private together<Row extends QueryResultRow>(
    workspaceId: string,
    statements: readonly Statement[],
    asked = 0,
  ): Promise<Row[]> {
    return this.connections.use(
      workspaceId,
      async (client) => (await inOneExchange(client, statements))[asked]!.rows as Row[],
    );
  }

  private async withRetries<T>(workspaceId: string, work: (unit: UnitOfWork) => Promise<T>, locks: Locks): Promise<T> {
    const joined = this.joined.getStore();
    if (joined?.workspaceId === workspaceId) return this.join(joined, locksOf(workspaceId, locks), noting(work));
    return this.untilDone(() => this.attempt([workingIn(workspaceId, locks)], workspaceId, noting(work)));
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
    const unit = new UnitOfWork(joined.workspaceId, joined.client, this.orm, this.events);
    try {
      if (locks) await unit.query(locks);
      const result = await work(unit);
      await unit.flush();
      await unit.settle();
      return result;
    } catch (error) {
      // What may be tried again is tried by whoever began the transaction.
      throw isRetryable(error) ? error : problemOfDatabaseError(error);
    }
  }

  private async untilDone<T>(attempt: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isRetryable(error) || attempts === MOST_ATTEMPTS) throw problemOfDatabaseError(error);
        // Those who met once would meet again if they came back at the same moment.
        await pause(Math.random() * attempts * LONGEST_BACK_OFF_MS);
      }
    }
  }

  private attempt<T>(
    scope: readonly Statement[],
    workspaceId: string,
    work: (unit: UnitOfWork, client: PoolClient) => Promise<T>,
    begin = 'begin',
  ): Promise<T> {
    return this.connections.use(workspaceId, async (client) => {
      // Not awaited: it goes out together with the first statement, and a failure of it fails that one too.
      sendTogether(client);
      const begun = client.query(begin);
      begun.catch(() => undefined);
      const unit = new UnitOfWork(workspaceId, client, this.orm, this.events);
      for (const statement of scope) unit.send(statement);
      try {
        const result = await work(unit, client);
        await unit.flush();
        await begun;
        // The commit does not wait for what was sent before it: where that failed, the commit is a rollback.
        const [settled, committed] = await Promise.allSettled([unit.settle(), client.query('commit')]);
        for (const step of [settled, committed]) if (step.status === 'rejected') throw step.reason;
        return result;
      } catch (error) {
        // Where even this fails, the first error is the one to tell, and the connection is closed.
        await client.query('rollback').catch(() => undefined);
        await unit.settle();
        throw error;
      }
    });
  }
}
