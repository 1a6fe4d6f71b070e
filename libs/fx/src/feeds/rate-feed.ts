import type { DatedRate } from '../rates/dated-rate.js';

/** The feeds that are fetched; files are imported by an administrator. */
export type FeedName = 'banxico' | 'ecb';

/** A public source of rates. */
export interface RateFeed {
  readonly name: FeedName;
  /**
   * The rates of a range of days as the source publishes them; days without a rate are left out.
   * @throws FeedFailed when it cannot be reached, refuses, or answers anything but complete and valid rates.
   */
  ratesBetween(from: string, to: string, signal: AbortSignal): Promise<DatedRate[]>;
}

/** A feed gave no usable rates; the message says which feed, and why. Nothing was changed. */
export class FeedFailed extends Error {
  constructor(
    readonly feed: FeedName,
    readonly reason: string,
  ) {
    super(`${feed}: ${reason}`);
  }
}
