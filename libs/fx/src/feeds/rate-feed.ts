import type { DatedRate } from '../rates/dated-rate.js';

/** The feeds that are fetched; files are brought by an administrator. */
export type FeedName = 'banxico' | 'ecb';

/** A public source of rates. */
export interface RateFeed {
  readonly name: FeedName;
  /**
   * The rates of a range of days as the source publishes them; days on which it published none are left out.
   * @throws FeedFailed when it cannot be asked, refuses, or answers anything but whole and sensible rates.
   */
  ratesBetween(from: string, to: string, signal: AbortSignal): Promise<DatedRate[]>;
}

/** A feed gave no rates that can be used; the message says which and why. Nothing was changed. */
export class FeedFailed extends Error {
  constructor(
    readonly feed: FeedName,
    readonly reason: string,
  ) {
    super(`${feed}: ${reason}`);
  }
}
