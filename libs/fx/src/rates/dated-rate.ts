/** What one unit of `quote` is worth in `base` on a day; the rate at 10^-8. */
export interface DatedRate {
  readonly day: string;
  readonly quote: string;
  readonly base: string;
  readonly rate: bigint;
}

/** Where the rates that every workspace shares come from, from the first that is believed to the last. */
export type FeedSource = 'banxico' | 'ecb' | 'file';

/** Who says what a currency is worth: the workspace itself before every feed. */
export type RateSource = 'own' | FeedSource;
