import { eventType } from '@app/kernel/pure';

export const exchangeRateEvents = {
  set: eventType('exchange_rate.set', 'A custom rate was set or changed.'),
  removed: eventType('exchange_rate.removed', 'A custom rate was deleted. Feed rates apply again.'),
};

export interface ChangedPair {
  readonly quote: string;
  readonly base: string;
  readonly sinceDay: string;
  /** Day of the next rate after the changed ones, from which the change has no effect; null if no later rate exists. */
  readonly untilDay: string | null;
}

/**
 * Published when a workspace's custom rates change. The change may affect amounts in, or converted into, either
 * currency, because cross rates use both.
 */
export class RatesChanged {
  constructor(readonly pairs: readonly ChangedPair[]) {}
}
