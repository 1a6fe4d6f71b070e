import { eventType } from '@app/kernel/pure';

export const exchangeRateEvents = {
  set: eventType('exchange_rate.set', 'A custom rate was set or changed.'),
  removed: eventType('exchange_rate.removed', 'A custom rate was deleted. Feed rates apply again.'),
};

export interface ChangedPair {
  readonly quote: string;
  readonly base: string;
  readonly sinceDay: string;
  /**
   * Day of the first rate after the changed ones. The change has no effect from this day. Null if no later rate exists.
   */
  readonly untilDay: string | null;
}

/**
 * Published when a workspace's custom rates change. May affect all amounts in either currency and all amounts that are
 * converted into either one, because cross rates use both.
 */
export class RatesChanged {
  constructor(readonly pairs: readonly ChangedPair[]) {}
}
