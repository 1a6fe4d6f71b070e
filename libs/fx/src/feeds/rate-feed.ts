import type { DatedRate } from '../rates/dated-rate.js';

export type FeedName = 'banxico' | 'ecb';

export interface RateFeed {
  readonly name: FeedName;
  /**
   * Returns the published rates of a range of days. Omits days without a rate.
   * @throws FeedFailed
   */
  ratesBetween(from: string, to: string, signal: AbortSignal): Promise<DatedRate[]>;
}

/** Thrown if a feed is unreachable or returns unusable rates. No rate is stored. */
export class FeedFailed extends Error {
  constructor(
    readonly feed: FeedName,
    readonly reason: string,
  ) {
    super(`${feed}: ${reason}`);
  }
}
