import type { Pool, PoolOptions } from 'pg';
import type { QueueFigures } from '../queue/fair-queue.js';
import { FairQueue } from '../queue/fair-queue.js';
import type { Role } from '../settings/roles.js';
import { addressAs } from '../settings/roles.js';
import { startupOptions } from './service-client.query.js';

/** Callers that wait are refused when no connection has changed hands for so long. */
const MAX_STANDSTILL_MS = 1_700;
/** No caller waits longer than this, also where connections change hands all the time; and no more than so many wait. */
const MAX_WAIT_MS = 10_000;
const MAX_WAITING = 2_000;
/** How much of all connections no single workspace may take. */
const KEPT_FOR_OTHERS = 0.3;
/** Connections of the roles that requests of the API do not need: people who sign in, and jobs, of which one runs within another. */
export const CAPACITY_BESIDE = 3;

/** How many connections there are to a database, and how those fare who ask for one. */
export interface PoolFigures extends Pick<QueueFigures, 'waiting' | 'refused'> {
  readonly open: number;
  readonly idle: number;
}

/** The connections of one role. */
export interface Lane {
  pool: Pool | undefined;
  readonly queue: FairQueue;
}

/**
 * The connections of each role; and those of the serving role that read at a snapshot while the one that exported it is
 * held (decision 0062): where both came from the same lane, callers would wait for each other's second one.
 */
export type LaneName = Role | 'snapshots';

/** As many connections as that, which their callers share. */
export function lane(capacity: number): Lane {
  const queue = new FairQueue({
    capacity,
    maxPerGroup: capacity - Math.floor(capacity * KEPT_FOR_OTHERS),
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    maxStandstillMs: MAX_STANDSTILL_MS,
  });
  return { pool: undefined, queue };
}

/** The options of the serving role's pool for another role or database. */
export function optionsAs(role: Role, options: PoolOptions, max: number): PoolOptions {
  const connectionString = addressAs(role, options.connectionString!);
  const session = 'transactionRole' in options ? { transactionRole: role } : { options: startupOptions(role) };
  return { ...options, connectionString, max, min: max, ...session };
}
