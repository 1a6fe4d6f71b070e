/** Value of one unit of `quote` in `base` on a day, scaled by 10^8. */
export interface DatedRate {
  readonly day: string;
  readonly quote: string;
  readonly base: string;
  readonly rate: bigint;
}

/**
 * Sources of rates that all workspaces share, highest precedence first. `file` means that an administrator imported the
 * rate.
 */
export type FeedSource = 'banxico' | 'ecb' | 'file';

export type RateSource = 'own' | FeedSource;
