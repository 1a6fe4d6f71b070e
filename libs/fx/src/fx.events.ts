import { eventType } from '@app/kernel/pure';

/** What is announced of custom rates. Source: contract section 16. */
export const exchangeRateEvents = {
  set: eventType('exchange_rate.set', 'A custom rate was set, or has another value.'),
  removed: eventType('exchange_rate.removed', 'A custom rate was deleted, so that the feeds count again.'),
};

/** A pair whose rates were added, changed or deleted, and the days on which one of them is or was in force. */
export interface ChangedPair {
  readonly quote: string;
  readonly base: string;
  readonly sinceDay: string;
  /** The first day on which an unchanged rate of the pair is in force again; null when none follows. */
  readonly untilDay: string | null;
}

/**
 * Rates changed, in the workspace of the unit of work or, by a feed, in all workspaces. Affected are amounts in one of the
 * two currencies, and amounts converted into one of them, because cross rates go through either side.
 */
export class RatesChanged {
  constructor(readonly pairs: readonly ChangedPair[]) {}
}
