import { setTimeout } from 'node:timers/promises';
import type { Log } from '../log/log.js';

export interface Loop {
  readonly name: string;
  /** Pause in milliseconds after a round that leaves no work. Waking the loop ends the pause early. */
  readonly pauseMs: number;
  /**
   * Runs one round. Ends early if the signal aborts because the process is stopping. If a round fails, it runs again
   * later.
   * @returns true if more work remains
   */
  round(ending: AbortSignal): Promise<boolean>;
  end?(): Promise<void>;
}

/** Pause after every round, so that the next round handles several events at once. */
const MIN_PAUSE_MS = 20;
const PAUSE_AFTER_FAILURE_MS = 2_000;

const pauseOfClock = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, signal && { signal });

export class RunningLoop {
  private isWoken = false;
  private wakeUp: () => void = () => undefined;

  constructor(
    private readonly loop: Loop,
    private readonly log: Log,
    private readonly pause = pauseOfClock,
  ) {}

  wake(): void {
    this.isWoken = true;
    this.wakeUp();
  }

  async run(ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      this.isWoken = false;
      const rest = await this.round(ending);
      await this.pause(MIN_PAUSE_MS);
      if (!this.isWoken && rest > 0) await this.untilWoken(rest, ending);
    }
    await this.loop.end?.();
  }

  private async round(ending: AbortSignal): Promise<number> {
    try {
      return (await this.loop.round(ending)) ? 0 : this.loop.pauseMs - MIN_PAUSE_MS;
    } catch (error) {
      this.log.warn({ loop: this.loop.name, err: error }, 'a round of work failed and will be retried');
      return PAUSE_AFTER_FAILURE_MS;
    }
  }

  private async untilWoken(ms: number, ending: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.wakeUp = () => woken.abort();
    await this.pause(ms, AbortSignal.any([woken.signal, ending])).catch(() => undefined);
    this.wakeUp = () => undefined;
  }
}
