import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;

/** Waits until all work has ended that is active at first. */
export async function untilEnded(activeNow: () => Promise<string[]>): Promise<void> {
  let active = await activeNow();
  while (active.length > 0) {
    await pause(POLL_MS);
    const still = new Set(await activeNow());
    active = active.filter((work) => still.has(work));
  }
}
