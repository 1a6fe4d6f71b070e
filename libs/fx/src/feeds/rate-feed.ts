import type { DatedRate } from '../rates/dated-rate.js';

export type FeedName = 'banxico' | 'ecb';

export interface RateFeed {
  readonly name: FeedName;
  /** Returns rates as published and omits days without a rate. @throws FeedFailed */
  ratesBetween(from: string, to: string, signal: AbortSignal): Promise<DatedRate[]>;
}

/** The feed was unreachable or returned unusable rates. Nothing was stored. */
export class FeedFailed extends Error {
  constructor(
    readonly feed: FeedName,
    readonly reason: string,
  ) {
    super(`${feed}: ${reason}`);
  }
}
