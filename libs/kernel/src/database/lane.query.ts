import type { Pool, PoolOptions } from 'pg';
import { ServiceUnavailable } from '../problem/http.problems.js';
import type { QueueFigures } from '../queue/fair-queue.js';
import { FairQueue } from '../queue/fair-queue.js';
import type { Role } from '../settings/roles.js';
import { addressAs } from '../settings/roles.js';
import { startupOptions } from './service-client.query.js';

const MAX_STANDSTILL_MS = 1_700;
/** Maximum wait for a connection, even if other callers release connections in the meantime. */
const MAX_WAIT_MS = 10_000;
const MAX_WAITING = 2_000;
/** Share of the connections that a single workspace cannot use. */
const KEPT_FOR_OTHERS = 0.3;
/** Number of connections in each pool except `app`. One is not enough, because a job may run inside another job. */
export const CAPACITY_BESIDE = 3;

export interface PoolFigures extends Pick<QueueFigures, 'waiting' | 'refused'> {
  readonly open: number;
  readonly idle: number;
}

export interface Lane {
  pool: Pool | undefined;
  readonly queue: FairQueue;
}

/**
 * Connection pools: one per role, and one for reads with the exported snapshot of another connection (decision 0062).
 * In a single pool, callers that wait for a second connection could deadlock.
 */
export type LaneName = Role | 'snapshots';

export function lane(capacity: number): Lane {
  const queue = new FairQueue({
    capacity,
    maxPerGroup: capacity - Math.floor(capacity * KEPT_FOR_OTHERS),
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    maxStandstillMs: MAX_STANDSTILL_MS,
    refusal: ServiceUnavailable,
  });
  return { pool: undefined, queue };
}

export function optionsAs(role: Role, options: PoolOptions, max: number): PoolOptions {
  const connectionString = addressAs(role, options.connectionString!);
  const session = 'transactionRole' in options ? { transactionRole: role } : { options: startupOptions(role) };
  return { ...options, connectionString, max, min: max, ...session };
}
