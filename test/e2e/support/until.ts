import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 25;
/** A safety net for a condition that never becomes true. */
const GIVE_UP_AFTER_MS = 150_000;

/**
 * Waits until a condition is true.
 * @throws Error if it is still false after GIVE_UP_AFTER_MS
 */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const began = performance.now();
  while (!(await condition())) {
    if (performance.now() - began > GIVE_UP_AFTER_MS) throw new Error(`still false after ${GIVE_UP_AFTER_MS} ms`);
    await pause(LOOK_EVERY_MS);
  }
}
