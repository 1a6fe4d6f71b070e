import type { PoolClient } from 'pg';
import type { Statement } from '../sql/statement.js';
import {
  boundTo,
  ENTERING_ALL,
  enteringFor,
  EXCLUSIVE_EVERYWHERE,
  seeingArriving,
  waitingIn,
  workingIn,
} from './advisory-locks.js';
import type { LockTimeout } from './retry.js';
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

/**
 * What a transaction begins with: whose it is, and the locks that it holds until it ends.
 * @param entersShard whether it is done in one of several shards
 */
export function scopeOf(scope: TransactionScope, lockTimeout: LockTimeout, entersShard: boolean): Statement[] {
  const { workspaceId = '', operator = false, snapshot = false, exclusive = false } = scope;
  if (operator) return scopeOfOperator(scope, entersShard);
  if (workspaceId === '') return [boundTo(workspaceId)];
  if (snapshot) return [bound(entersShard, 'reading', boundTo(workspaceId))];
  if (exclusive) return [bound(entersShard, 'writing', workingIn(workspaceId, 'exclusive', lockTimeout))];
  return [bound(entersShard, 'writing', workingIn(workspaceId, 'shared', lockTimeout))];
}

/** What binds work to a workspace; in one of several shards, that says first whether it is there (decision 0089). */
export function bound(entersShard: boolean, purpose: 'reading' | 'writing', bind: Statement): Statement {
  return entersShard ? enteringFor(purpose, bind) : bind;
}

function scopeOfOperator(
  { workspaceId = '', exclusive = false, snapshot = false, arriving }: TransactionScope,
  entersShard: boolean,
): Statement[] {
  const locks = exclusive ? [EXCLUSIVE_EVERYWHERE] : [];
  if (arriving !== undefined) return [seeingArriving(arriving), ...locks];
  if (!entersShard) return locks;
  if (workspaceId === '') return [ENTERING_ALL, ...locks];
  return [enteringFor(snapshot ? 'reading' : 'writing', boundTo(workspaceId)), ...locks];
}

/** What a transaction begins with that others join, which take the locks of what they do unless it has all of the workspace. */
export function joinedScopeOf(
  workspaceId: string,
  exclusive: boolean,
  lockTimeout: LockTimeout,
  entersShard: boolean,
): Statement[] {
  const bind = exclusive ? workingIn(workspaceId, 'exclusive', lockTimeout) : waitingIn(workspaceId, lockTimeout);
  return [bound(entersShard, 'writing', bind)];
}

/** How a transaction is done. */
export interface AttemptSteps {
  /** What it begins with. */
  readonly scope: readonly Statement[];
  readonly findings: Findings;
  readonly lane?: LaneName;
  readonly toCarry?: Set<string> | undefined;
}
