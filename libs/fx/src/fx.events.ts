/** Rates of a pair that arrived, changed or went, and the days on which one of them may be or have been in force. */
export interface ChangedPair {
  readonly quote: string;
  readonly base: string;
  readonly sinceDay: string;
  /** The first day on which another rate of the pair is in force again; null where none follows. */
  readonly untilDay: string | null;
}

/**
 * Rates changed, in the workspace of the unit of work or, by a feed, in all of them. What is worth another amount now is in
 * one of the two currencies, or was converted into one of them: crosses go through either side.
 */
export class RatesChanged {
  constructor(readonly pairs: readonly ChangedPair[]) {}
}
