import { setTimeout } from 'node:timers/promises';
import type { Log } from '../log/log.js';

/** Work that is done over and over, because waiting for the clock's minute would take too long. */
export interface Loop {
  readonly name: string;
  /** How long it rests between two rounds, unless it is woken. */
  readonly pauseMs: number;
  /**
   * A round; it ends early where the signal says that the process is about to end. One that fails is repeated after a while.
   * @returns whether there is more to do at once
   */
  round(ending: AbortSignal): Promise<boolean>;
  /** What remains to be done after the last round, within two seconds. */
  end?(): Promise<void>;
}

/** What comes soon after a round waits for so long, so that several things are done in one. */
const MIN_PAUSE_MS = 20;
const PAUSE_AFTER_FAILURE_MS = 2_000;

const pauseOfClock = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, signal && { signal });

/** Repeats the rounds of a loop. What several processes must not do at once, they agree on at the database. */
export class RunningLoop {
  private isWoken = false;
  private wakeUp: () => void = () => undefined;

  constructor(
    private readonly loop: Loop,
    private readonly log: Log,
    private readonly pause = pauseOfClock,
  ) {}

  /** Has the next round not wait for its time. */
  wake(): void {
    this.isWoken = true;
    this.wakeUp();
  }

  /** Ends after the round in which the signal comes. */
  async run(ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      this.isWoken = false;
      const rest = await this.round(ending);
      await this.pause(MIN_PAUSE_MS);
      if (!this.isWoken && rest > 0) await this.untilWoken(rest, ending);
    }
    await this.loop.end?.();
  }

  /** How long it rests afterwards. */
  private async round(ending: AbortSignal): Promise<number> {
    try {
      return (await this.loop.round(ending)) ? 0 : this.loop.pauseMs - MIN_PAUSE_MS;
    } catch (error) {
      this.log.warn({ loop: this.loop.name, err: error }, 'a round of work failed and will be repeated');
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
