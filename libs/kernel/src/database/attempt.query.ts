import type { PoolClient } from 'pg';
import type { Statement } from '../sql/statement.js';
import { boundTo, EXCLUSIVE_EVERYWHERE, waitingIn, workingIn } from './advisory-locks.js';
import type { LockTimeout } from './retry.js';
import type { EventsOfAct } from '../outbox/outbox.query.js';
import type { LaneName } from './lane.query.js';
import type { Findings } from './find-first.js';
import type { TransactionScope } from './transaction-scope.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * Does a unit of work as one transaction; rolls back where it throws.
 * @param scope what the transaction begins with
 * @param end commit or rollback
 */
export async function attempt<T>(
  client: PoolClient,
  unit: UnitOfWork,
  scope: readonly Statement[],
  work: (unit: UnitOfWork, client: PoolClient) => Promise<T>,
  begun: Promise<unknown>,
  end: string,
): Promise<T> {
  // Not awaited: it goes out together with the first statement, and a failure of it fails that one too.
  begun.catch(() => undefined);
  for (const statement of scope) unit.enqueue(statement);
  try {
    const result = await work(unit, client);
    await unit.flush();
    await begun;
    // The commit does not wait for what was sent before it: where that failed, the commit is a rollback.
    const [drained, committed] = await Promise.allSettled([unit.drain(), client.query(end)]);
    for (const step of [drained, committed]) if (step.status === 'rejected') throw step.reason;
    return result;
  } catch (error) {
    // Where even this fails, the first error is the one to tell, and the connection is closed.
    await client.query('rollback').catch(() => undefined);
    await unit.drain();
    throw error;
  }
}

/** How a transaction begins; one that looks at a snapshot writes only where an operator works, or nothing stays. */
export function beginOf({ snapshot = false, operator = false, dryRun = false }: BeginOptions): string {
  if (!snapshot) return 'begin';
  if (operator || dryRun) return 'begin isolation level repeatable read';
  return 'begin isolation level repeatable read read only';
}

interface BeginOptions {
  readonly snapshot?: boolean;
  readonly operator?: boolean;
  /** Whether it is rolled back at its end. */
  readonly dryRun?: boolean;
}

/** Statements that begin a transaction: they bind it to its workspace and take the locks that it holds until it ends. */
export function scopeOf(scope: TransactionScope, lockTimeout: LockTimeout): Statement[] {
  const { workspaceId = '', operator = false, snapshot = false, exclusive = false } = scope;
  if (operator) return exclusive ? [EXCLUSIVE_EVERYWHERE] : [];
  if (workspaceId === '' || snapshot) return [boundTo(workspaceId)];
  return [workingIn(workspaceId, exclusive ? 'exclusive' : 'shared', lockTimeout)];
}

/** Statement that begins a transaction that others join. They take the locks of their own work unless it is exclusive. */
export function joinedScopeOf(workspaceId: string, exclusive: boolean, lockTimeout: LockTimeout): Statement {
  return exclusive ? workingIn(workspaceId, 'exclusive', lockTimeout) : waitingIn(workspaceId, lockTimeout);
}

/** How a transaction is done. */
export interface AttemptSteps {
  /** What it begins with. */
  readonly scope: readonly Statement[];
  readonly findings: Findings;
  /** Events of joined work, which are written at the end. */
  readonly events?: EventsOfAct[];
  readonly lane?: LaneName;
}
