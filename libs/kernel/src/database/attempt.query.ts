import type { PoolClient } from 'pg';
import type { Statement } from '../sql/statement.js';
import { boundTo, readingIn, waitingIn, workingIn } from './advisory-locks.js';
import type { LockTimeout } from './retry.js';
import type { EventsOfAct } from '../outbox/outbox.query.js';
import type { LaneName } from './lane.query.js';
import type { Findings } from './find-first.js';
import type { TransactionScope } from './transaction-scope.js';
import type { UnitOfWork } from './unit-of-work.js';

export async function attempt<T>(
  client: PoolClient,
  unit: UnitOfWork,
  scope: readonly Statement[],
  work: (unit: UnitOfWork, client: PoolClient) => Promise<T>,
  begun: Promise<unknown>,
  end: string,
): Promise<T> {
  // `begin` is not awaited, so that the first statement is in the same packet. If `begin` fails, so does that
  // statement.
  begun.catch(() => undefined);
  for (const statement of scope) unit.enqueue(statement);
  try {
    const result = await work(unit, client);
    await unit.flush();
    await begun;
    // Sends the commit before the earlier statements have returned. If one of them fails, PostgreSQL rolls back
    // instead.
    const [drained, committed] = await Promise.allSettled([unit.drain(), client.query(end)]);
    for (const step of [drained, committed]) if (step.status === 'rejected') throw step.reason;
    return result;
  } catch (error) {
    // If the rollback fails as well, the first error is thrown and the connection closes.
    await client.query('rollback').catch(() => undefined);
    await unit.drain();
    throw error;
  }
}

/**
 * Returns the SQL that begins a transaction. A transaction with a snapshot is read-only, except for operators and dry
 * runs.
 */
export function beginOf({ snapshot = false, operator = false, dryRun = false }: BeginOptions): string {
  if (!snapshot) return 'begin';
  if (operator || dryRun) return 'begin isolation level repeatable read';
  return 'begin isolation level repeatable read read only';
}

interface BeginOptions {
  readonly snapshot?: boolean;
  readonly operator?: boolean;
  readonly dryRun?: boolean;
}

export function scopeOf(scope: TransactionScope, lockTimeout: LockTimeout): Statement[] {
  const { workspaceId = '', operator = false, snapshot = false, streams = false, exclusive = false } = scope;
  if (operator) return [];
  if (workspaceId === '' || streams) return [boundTo(workspaceId)];
  if (snapshot) return [readingIn(workspaceId)];
  return [workingIn(workspaceId, exclusive ? 'exclusive' : 'shared', lockTimeout)];
}

/**
 * Returns the first statement of a transaction that several units of work share. Unless the transaction is exclusive,
 * each unit acquires its own locks.
 */
export function joinedScopeOf(workspaceId: string, exclusive: boolean, lockTimeout: LockTimeout): Statement {
  return exclusive ? workingIn(workspaceId, 'exclusive', lockTimeout) : waitingIn(workspaceId, lockTimeout);
}

export interface AttemptSteps {
  readonly scope: readonly Statement[];
  readonly findings: Findings;
  readonly events?: EventsOfAct[];
  readonly lane?: LaneName;
}
