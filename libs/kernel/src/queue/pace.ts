import { setImmediate as nextTurn } from 'node:timers/promises';

const MAX_TURN_MS = 10;

/** Lets other requests run during a long loop. */
export class Pace {
  private began = performance.now();

  /** Yields to the event loop if 10 ms have passed since the last yield. Call it once per iteration. */
  async keep(): Promise<void> {
    if (performance.now() - this.began < MAX_TURN_MS) return;
    await nextTurn();
    this.began = performance.now();
  }
}
