import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { Serialized } from './serialized.js';
import type { Statement } from '../sql/statement.js';
import { beginIn, beginReadingFor, beginReadingIn, locksOf } from './advisory-locks.js';
import { beginOf, scopeOf } from './attempt.query.js';
import { refuseAsProblem } from './database-error.js';
import { LockWaits } from './lock-waits.service.js';
import { SlowReads } from './slow-reads.service.js';
import { TransactionRunner } from './transaction-runner.service.js';
import type { StatementScope, TransactionScope } from './transaction-scope.js';
import { roleOf } from './transaction-scope.js';
import type { UnitOfWork } from './unit-of-work.js';
import { withEvents, withNotes } from './unit-of-work.js';

/**
 * Access to PostgreSQL. `read` runs queries in a workspace, `single` runs one statement in one round trip, and
 * `transaction` runs all other work. Row-level security restricts work to its workspace, in addition to the
 * `workspace_id` in every query (decision 0003). Operators, and work with credentials, use connections of other roles
 * (decision 0003).
 */
@Injectable()
export class Database {
  private readonly serialized = new Serialized();

  constructor(
    private readonly runner: TransactionRunner,
    private readonly lockWaits: LockWaits,
    private readonly slowReads: SlowReads,
  ) {}

  /**
   * Runs read-only queries in a workspace in one round trip. Returns the rows. Given a list of queries, returns a list
   * of rows for each.
   */
  read<Row extends QueryResultRow>(workspaceId: string, statement: Statement): Promise<Row[]>;
  read(workspaceId: string, statements: readonly Statement[]): Promise<QueryResultRow[][]>;
  async read(
    workspaceId: string,
    query: Statement | readonly Statement[],
  ): Promise<QueryResultRow[] | QueryResultRow[][]> {
    if (!isList(query)) return (await this.read(workspaceId, [query]))[0]!;
    const joined = this.runner.joined.current(workspaceId);
    if (joined) {
      return this.runner.joined.join(joined, null, (unit) => Promise.all(query.map((one) => unit.query(one))));
    }
    const send = () => this.runner.send({ workspaceId }, beginReadingIn(workspaceId), query, true);
    return this.slowReads.run(workspaceId, send).catch(refuseAsProblem);
  }

  /**
   * Runs one statement as a transaction in one round trip. Does not write an audit entry or publish events.
   * @throws ServiceUnavailable if the database is unreachable; the registered problem if a constraint is violated
   */
  single<Row extends QueryResultRow>(scope: StatementScope, statement: Statement): Promise<Row[]> {
    const isUsers = 'userId' in scope;
    const { workspaceId = '' } = isUsers ? {} : scope;
    const begin = isUsers ? beginReadingFor(scope.userId) : beginIn(workspaceId);
    const place = isUsers ? { secrets: true } : scope;
    return this.lockWaits.retry(
      workspaceId,
      async () => (await this.runner.send(place, begin, [statement]))[0] as Row[],
    );
  }

  /**
   * Runs work in one transaction, and rolls back if the work throws. After a serialization failure, a deadlock or
   * `FindFirst`, runs the work again, so the work must have no effects outside the database.
   * @throws ServiceUnavailable if the database is unreachable; the registered problem if a constraint is violated
   */
  async transaction<T>(scope: TransactionScope, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const { workspaceId = '', serializedBy: key, snapshot = false, exclusive = false } = scope;
    const joined = this.runner.joined.current(workspaceId);
    if (joined && roleOf(scope) === 'app') {
      if (snapshot) return this.runner.joined.join(joined, null, work);
      return this.runner.joined.join(joined, locksOf(workspaceId, exclusive ? 'exclusive' : 'shared'), withNotes(work));
    }
    if (key !== undefined && !this.runner.joined.current()) {
      const unserialized = { ...scope, serializedBy: undefined };
      return this.serialized.run(`${workspaceId} ${key}`, () => this.transaction(unserialized, work));
    }
    const isOfWorkspace = workspaceId !== '' && !scope.operator && !snapshot;
    const noted = isOfWorkspace ? withNotes(work) : scope.operator ? withEvents(work) : work;
    const run = () =>
      this.lockWaits.retry(scope.operator ? '' : workspaceId, ({ findings, lockTimeout }) => {
        const steps = { scope: scopeOf(scope, lockTimeout), findings };
        return this.runner.run(scope, steps, noted, beginOf(scope));
      });
    return snapshot && !scope.operator && !scope.streams ? this.slowReads.run(workspaceId, run) : run();
  }
}

function isList(query: Statement | readonly Statement[]): query is readonly Statement[] {
  return Array.isArray(query);
}
