/** Value of one unit of `quote` in `base` on a day; the rate is scaled by 10^8. */
export interface DatedRate {
  readonly day: string;
  readonly quote: string;
  readonly base: string;
  readonly rate: bigint;
}

/** Sources shared by all workspaces, highest precedence first; `file` is imported by an administrator. */
export type FeedSource = 'banxico' | 'ecb' | 'file';

/** Custom rates (`own`) take precedence over all feeds. */
export type RateSource = 'own' | FeedSource;
