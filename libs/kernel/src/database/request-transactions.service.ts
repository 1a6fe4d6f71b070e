import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { EventsOfAct } from '../outbox/outbox.query.js';
import { boundTo, locksOf, readingAt, waitingIn } from './advisory-locks.js';
import { beginOf, joinedScopeOf } from './attempt.query.js';
import { isRetryable } from './database-error.js';
import type { DryRunSteps } from './dry-run-steps.js';
import { SAVEPOINT } from './dry-run-steps.js';
import { heldReading } from './held-reading.js';
import { LockWaits } from './lock-waits.service.js';
import type { Try } from './retry.js';
import { SlowReads } from './slow-reads.service.js';
import { TransactionRunner } from './transaction-runner.service.js';
import type { JoinedTransaction, UnitOfWork } from './unit-of-work.js';

/** Transactions that include all units of work of a request. Business code only needs `Database`. */
@Injectable()
export class RequestTransactions {
  constructor(
    private readonly runner: TransactionRunner,
    private readonly lockWaits: LockWaits,
    private readonly slowReads: SlowReads,
  ) {}

  /**
   * Runs all units of work in a workspace in one shared transaction, so that a request commits together with its
   * idempotency record (decision 0026).
   * @param exclusive true to block all other work in the workspace until the transaction ends
   * @param beforeFirst runs immediately before the first unit of work
   */
  join<T>(
    workspaceId: string,
    { exclusive = false, beforeFirst }: { exclusive?: boolean; beforeFirst?: () => Promise<void> },
    work: (unit: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    const within = (joined: Omit<JoinedTransaction, 'beforeFirst'>, unit: UnitOfWork) =>
      this.runner.joined.run({ ...joined, beforeFirst }, () => work(unit));
    const joined = this.runner.joined.current();
    if (joined) {
      const locks = exclusive ? locksOf(workspaceId, 'exclusive') : null;
      return this.runner.joined.join(joined, locks, (unit) => within(joined, unit));
    }
    return this.lockWaits.retry(workspaceId, ({ findings, lockTimeout }) => {
      const events: EventsOfAct[] = [];
      const joining = async (unit: UnitOfWork, client: PoolClient) => {
        const result = await within({ workspaceId, client, findings, events }, unit);
        unit.insertEvents(events);
        return result;
      };
      const scope = [joinedScopeOf(workspaceId, exclusive, lockTimeout)];
      return this.runner.run({ workspaceId }, { scope, findings, events }, joining);
    });
  }

  /**
   * Runs work in one transaction with one snapshot, and rolls it back (decision 0062). If another transaction changes
   * the same rows, runs the work again at READ COMMITTED.
   */
  dryRun<Done, Seen, T>(workspaceId: string, { work, look, conclude }: DryRunSteps<Done, Seen, T>): Promise<T> {
    let seesOneSnapshot = true;
    const attempt = async ({ findings, lockTimeout }: Try): Promise<T> => {
      const published: object[] = [];
      const tried = async (unit: UnitOfWork, client: PoolClient) => {
        const joined = { workspaceId, client, findings, dryRunEvents: published, events: [], beforeFirst: undefined };
        const done = await this.runner.joined.run(joined, work);
        const transaction = { unit, published, seesOneSnapshot };
        return conclude(transaction, done, await look(transaction));
      };
      const begin = beginOf({ snapshot: seesOneSnapshot, dryRun: true });
      const scope = [waitingIn(workspaceId, lockTimeout), ...(seesOneSnapshot ? [SAVEPOINT] : [])];
      try {
        return await this.runner.run({ workspaceId }, { scope, findings }, tried, begin, 'rollback');
      } catch (error) {
        seesOneSnapshot &&= !isRetryable(error);
        throw error;
      }
    };
    return this.slowReads.run(workspaceId, () => this.lockWaits.retry(workspaceId, attempt));
  }

  /**
   * Reads with a snapshot that another transaction exported. Does not see the changes of that transaction, which may
   * end as soon as this promise resolves.
   */
  async readAt<T>(
    workspaceId: string,
    snapshot: string,
    read: (unit: UnitOfWork) => Promise<T>,
  ): Promise<{ readonly answer: Promise<T> }> {
    const { reading, held, fail } = heldReading(read);
    const steps = { scope: [boundTo(workspaceId)], findings: new Map(), lane: 'snapshots' } as const;
    const answer = this.runner.run({ workspaceId }, steps, reading, readingAt(snapshot));
    answer.catch(fail);
    await held;
    return { answer };
  }
}
