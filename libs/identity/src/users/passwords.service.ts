import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { FairQueue } from '@app/kernel';
import { LongWork } from '@app/kernel';
import { hashPassword, verifyPassword } from './password.js';

/** Those of whom nothing is known yet share what one who is known has for themselves. */
const STRANGERS = 'strangers';
/** Fewer than there are places at the gate before all requests: who waits here keeps one. */
const MAX_WAITING_OF_ONE = 40;
const MAX_WAITING = 60;
const MAX_WAIT_MS = 5_000;

/**
 * Hashes passwords in turns. One takes a core for some hundredths of a second, anybody may ask for it, and the rate limits count by
 * address: from many addresses at once, everybody’s requests waited for seconds (decision 0088).
 */
@Injectable()
export class Passwords {
  private readonly turns: FairQueue;

  constructor(work: LongWork) {
    this.turns = work.queue('passwords', {
      ...{ capacity: Math.max(1, availableParallelism() - 1), maxWaitingPerGroup: MAX_WAITING_OF_ONE },
      ...{ maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS },
    });
  }

  /**
   * The hash of a password to keep.
   * @throws ServiceUnavailable when too many wait
   */
  hash(password: string): Promise<string> {
    return this.turns.run({ group: STRANGERS }, () => hashPassword(password));
  }

  /**
   * Whether a password matches a hash; without a hash it takes as long.
   * @param device a browser that is known to have signed in before; it waits for no crowd of strangers
   * @throws ServiceUnavailable when too many wait
   */
  verify(password: string, hash: string | null, device?: string): Promise<boolean> {
    return this.turns.run({ group: device ?? STRANGERS }, () => verifyPassword(password, hash));
  }
}
