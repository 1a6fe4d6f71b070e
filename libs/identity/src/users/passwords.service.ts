import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { FairQueue } from '@app/kernel';
import { clientGone, LongWork, QUEUED } from '@app/kernel';
import { hashPassword } from './password.js';

/** Those of whom nothing is known yet share what one who is known has for themselves. */
const STRANGERS = 'strangers';
const MAX_WAITING_OF_ONE = 40;
const MAX_WAITING = 60;
const MAX_WAIT_MS = 5_000;

/** Who wants a password checked or stored. */
export interface PasswordCaller {
  readonly response: Response;
  /** A browser that is known to have signed in before; it waits for no crowd of strangers. */
  readonly device?: string | undefined;
}

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
   * Does what hashes a password, and all that would be in vain without, when it is the caller's turn; not where the caller has gone.
   * @throws ServiceUnavailable when too many wait
   */
  async queued<T>({ response, device }: PasswordCaller, work: () => Promise<T>): Promise<T> {
    const group = device ?? STRANGERS;
    const free = this.turns.tryAcquire({ group });
    // It needs no place at the gate before all requests meanwhile.
    if (!free) response.emit(QUEUED);
    const release = free ?? (await this.turns.acquire({ group, signal: clientGone(response) }));
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * The hash of a password to keep, of a person who is known.
   * @throws ServiceUnavailable when too many wait
   */
  hash(password: string): Promise<string> {
    return this.turns.run({ group: STRANGERS }, () => hashPassword(password));
  }
}
