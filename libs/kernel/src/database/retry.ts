import { setTimeout as pause } from 'node:timers/promises';
import type { Release } from '../queue/fair-queue.js';
import { isLockTimeout, isRetryable, problemOfDatabaseError } from './database-error.js';
import type { Findings } from './find-first.js';
import { disposeOf, FindFirst, MAX_FINDINGS } from './find-first.js';

const MAX_ATTEMPTS = 6;
const MAX_BACK_OFF_MS = 40;

/** Lock timeout. It is short while other callers need the connection, and long when it is the caller's turn. */
export type LockTimeout = '300ms' | '10s';

export interface Try {
  readonly findings: Findings;
  readonly lockTimeout: LockTimeout;
}

/**
 * Retries work after serialization failures, deadlocks and `FindFirst`.
 * @param lineUp resolves when the work may wait for a long lock
 * @throws the problem of the last error
 */
export async function withRetry<T>(
  attempt: (settings: Try) => Promise<T>,
  lineUp?: () => Promise<Release>,
): Promise<T> {
  const findings: Findings = new Map();
  let turn: Release | undefined;
  try {
    for (let attempts = 1; ; attempts += 1) {
      const lockTimeout = lineUp && !turn ? '300ms' : '10s';
      try {
        return await attempt({ findings, lockTimeout });
      } catch (error) {
        if (error instanceof FindFirst && findings.size < MAX_FINDINGS) {
          findings.set(error.key, await error.find());
          attempts -= 1;
        } else if (isLockTimeout(error) && lockTimeout === '300ms') turn = await lineUp!();
        else if (!isRetryable(error) || isLockTimeout(error) || attempts === MAX_ATTEMPTS) {
          throw problemOfDatabaseError(error);
        } else await pause(Math.random() * attempts * MAX_BACK_OFF_MS);
      }
    }
  } finally {
    turn?.();
    await disposeOf(findings);
  }
}
