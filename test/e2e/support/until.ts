import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 25;

/**
 * Waits until something holds.
 * @throws Error when it has not come to hold in time
 */
export async function until(holds: () => Promise<boolean> | boolean, longestMs: number): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > longestMs) throw new Error(`it did not come to hold within ${longestMs} ms`);
    await pause(LOOK_EVERY_MS);
  }
}
