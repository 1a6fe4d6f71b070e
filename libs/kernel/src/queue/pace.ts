const MAX_TURN_MS = 10;

const waiting: (() => void)[] = [];

/**
 * Lets other requests run during a long loop. Loops that run at the same time take turns of 10 ms, so that together they
 * delay a request no longer than one of them.
 */
export class Pace {
  private began = performance.now();

  /** Lets other work run if 10 ms have passed since the last time. Call this method once per iteration. */
  async keep(): Promise<void> {
    if (performance.now() - this.began < MAX_TURN_MS) return;
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(resumeNext);
    });
    this.began = performance.now();
  }
}

/** Resumes one loop per turn of the event loop. */
function resumeNext(): void {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(resumeNext);
}
