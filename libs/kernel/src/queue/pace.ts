import { setImmediate as nextTurn } from 'node:timers/promises';

const MAX_TURN_MS = 10;

/** Lets other requests run during a long loop. */
export class Pace {
  private began = performance.now();

  /** Lets other work run if 10 ms have passed since the last time. Call this method once per iteration. */
  async keep(): Promise<void> {
    if (performance.now() - this.began < MAX_TURN_MS) return;
    await nextTurn();
    this.began = performance.now();
  }
}
