import { setTimeout as pause } from 'node:timers/promises';
import { isRetryable, problemOfDatabaseError } from './database-error.js';
import type { Findings } from './find-first.js';
import { disposeOf, FindFirst, MAX_FINDINGS } from './find-first.js';

const MAX_ATTEMPTS = 6;
const MAX_BACK_OFF_MS = 40;

/**
 * Tries work again after serialization failures and deadlocks, and after it has asked for something to be found first.
 * @throws the problem that the last error stands for
 */
export async function withRetry<T>(attempt: (findings: Findings) => Promise<T>): Promise<T> {
  const findings: Findings = new Map();
  try {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(findings);
      } catch (error) {
        if (error instanceof FindFirst && findings.size < MAX_FINDINGS) {
          findings.set(error.key, await error.find());
          attempts -= 1;
        } else if (!isRetryable(error) || attempts === MAX_ATTEMPTS) throw problemOfDatabaseError(error);
        // Those who met once would meet again if they came back at the same moment.
        else await pause(Math.random() * attempts * MAX_BACK_OFF_MS);
      }
    }
  } finally {
    await disposeOf(findings);
  }
}
