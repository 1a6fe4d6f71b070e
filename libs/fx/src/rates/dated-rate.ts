/** What one unit of `quote` is worth in `base` on a day; the rate at 10^-8. */
export interface DatedRate {
  readonly day: string;
  readonly quote: string;
  readonly base: string;
  readonly rate: bigint;
}

/** The sources of the rates that all workspaces share, highest precedence first. */
export type FeedSource = 'banxico' | 'ecb' | 'file';

/** The source of a rate: the workspace itself takes precedence over all feeds. */
export type RateSource = 'own' | FeedSource;
