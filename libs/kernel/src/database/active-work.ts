import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;

/** Waits for the work that is active at the time of the call; later work does not extend the wait. */
export async function untilEnded(activeNow: () => Promise<string[]>): Promise<void> {
  let active = await activeNow();
  while (active.length > 0) {
    await pause(POLL_MS);
    const still = new Set(await activeNow());
    active = active.filter((work) => still.has(work));
  }
}
