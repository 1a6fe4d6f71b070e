import { AsyncLocalStorage } from 'node:async_hooks';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Statement } from '../sql/statement.js';
import { isRetryable, problemOfDatabaseError } from './database-error.js';
import type { DomainEvents } from './domain-events.service.js';
import type { EventFollowers, JoinedTransaction } from './unit-of-work.js';
import { UnitOfWork } from './unit-of-work.js';

/** Provides the transaction that all units of work of a request share (decisions 0026 and 0062). */
export class JoinedWork {
  private readonly running = new AsyncLocalStorage<JoinedTransaction>();

  constructor(
    private readonly orm: MikroORM,
    private readonly events: DomainEvents,
  ) {}

  current(workspaceId?: string): JoinedTransaction | undefined {
    const joined = this.running.getStore();
    return workspaceId === undefined || joined?.workspaceId === workspaceId ? joined : undefined;
  }

  run<T>(joined: JoinedTransaction, work: () => T): T {
    return this.running.run(joined, work);
  }

  async join<T>(
    joined: JoinedTransaction,
    locks: Statement | null,
    work: (unit: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    const { beforeFirst } = joined;
    joined.beforeFirst = undefined;
    await beforeFirst?.();
    const followers: EventFollowers = {
      send: (event, part) => this.events.send(event, part),
      notify: (event, part) => {
        joined.dryRunEvents?.push(event);
        return this.events.notify(event, part);
      },
    };
    const unit = new UnitOfWork(joined.workspaceId, joined.client, this.orm, followers, joined);
    try {
      if (locks) unit.enqueue(locks);
      const result = await work(unit);
      await unit.flush();
      await unit.drain();
      return result;
    } catch (last) {
      // After a statement has failed, later errors only report the aborted transaction. The first error is the cause.
      const error = await unit.firstError(last);
      throw isRetryable(error) ? error : problemOfDatabaseError(error);
    }
  }
}
