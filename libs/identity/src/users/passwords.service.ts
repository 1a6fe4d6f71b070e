import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { FairQueue } from '@app/kernel';
import { clientGone, LongWork, QUEUED } from '@app/kernel';
import { hashPassword } from './password.js';

/** Queue group that all unknown browsers share. */
const STRANGERS = 'strangers';
const MAX_WAITING_OF_ONE = 40;
const MAX_WAITING = 60;
const MAX_WAIT_MS = 5_000;

export interface PasswordCaller {
  readonly response: Response;
  /** Token of a known browser. Known browsers do not wait behind unknown ones. */
  readonly device?: string | undefined;
}

/**
 * Queues password hashing, which occupies a core for some hundredths of a second. Rate limits count by IP address;
 * without a queue, a flood from many addresses would delay all requests by seconds (decision 0079).
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
   * Runs work when it is the caller's turn, unless the client has disconnected.
   * @throws ServiceUnavailable if the queue is full
   */
  async queued<T>({ response, device }: PasswordCaller, work: () => Promise<T>): Promise<T> {
    const group = device ?? STRANGERS;
    const free = this.turns.tryAcquire({ group });
    // A waiting request does not need a slot in the request gate.
    if (!free) response.emit(QUEUED);
    const release = free ?? (await this.turns.acquire({ group, signal: clientGone(response) }));
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Hashes a new password. @throws ServiceUnavailable if the queue is full */
  hash(password: string): Promise<string> {
    return this.turns.run({ group: STRANGERS }, () => hashPassword(password));
  }
}
