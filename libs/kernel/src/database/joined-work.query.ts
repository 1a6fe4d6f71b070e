import { AsyncLocalStorage } from 'node:async_hooks';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Statement } from '../sql/statement.js';
import { isRetryable, problemOfDatabaseError } from './database-error.js';
import type { DomainEvents } from './domain-events.service.js';
import type { JoinedTransaction } from './unit-of-work.js';
import { UnitOfWork } from './unit-of-work.js';

/** The transaction that the units of work of a request share, where it has one (decisions 0026 and 0062). */
export class JoinedWork {
  private readonly running = new AsyncLocalStorage<JoinedTransaction>();

  constructor(
    private readonly orm: MikroORM,
    private readonly events: DomainEvents,
  ) {}

  /** The one that is running; of a workspace, where one is given. */
  current(workspaceId?: string): JoinedTransaction | undefined {
    const joined = this.running.getStore();
    return workspaceId === undefined || joined?.workspaceId === workspaceId ? joined : undefined;
  }

  /** Has all that is done within it join a transaction. */
  run<T>(joined: JoinedTransaction, work: () => T): T {
    return this.running.run(joined, work);
  }

  /** Does a unit of work within a transaction that the caller has begun and will end. */
  async join<T>(
    joined: JoinedTransaction,
    locks: Statement | null,
    work: (unit: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    const { beforeFirst } = joined;
    joined.beforeFirst = undefined;
    await beforeFirst?.();
    const follow = (event: object, part: UnitOfWork): Promise<void> => {
      joined.dryRunEvents?.push(event);
      return this.events.publish(event, part);
    };
    const unit = new UnitOfWork(joined.workspaceId, joined.client, this.orm, follow, joined);
    try {
      if (locks) unit.enqueue(locks);
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
      // Only the caller that began the transaction can retry it.
      throw isRetryable(error) ? error : problemOfDatabaseError(error);
    }
  }
}
