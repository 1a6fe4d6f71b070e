import { Injectable } from '@nestjs/common';
import { Clock, dayAt, dayNumber } from '@app/kernel';
import type { DatedRate } from '../rates/dated-rate.js';
import { FeedRates } from '../rates/feed-rates.service.js';
import { BanxicoFeed } from './banxico-feed.service.js';
import { EcbFeed } from './ecb-feed.service.js';
import type { FeedName, RateFeed } from './rate-feed.js';
import { FeedFailed } from './rate-feed.js';

/** Maximum number of days that the job fetches. An administrator can fetch older rates. */
const MAX_CATCH_UP_DAYS = 85;

export interface FetchedRates {
  readonly feed: FeedName;
  readonly from: string;
  readonly to: string;
  readonly fetched: number;
  readonly imported: number;
}

@Injectable()
export class RateFeeds {
  private readonly feeds: readonly RateFeed[];

  constructor(
    private readonly rates: FeedRates,
    private readonly clock: Clock,
    banxico: BanxicoFeed,
    ecb: EcbFeed,
  ) {
    this.feeds = [banxico, ecb];
  }

  /**
   * Fetches and stores the rates of the given days, or of all days since the latest stored rate. After fetching all
   * feeds, the caller must call `FeedRates.revaluePending`.
   * @throws FeedFailed without storing any rate
   */
  async fetch(name: FeedName, signal: AbortSignal, days?: { from: string; to: string }): Promise<FetchedRates> {
    const { from, to } = days ?? (await this.missing(name));
    if (from > to) return { feed: name, from, to, fetched: 0, imported: 0 };
    const rates = await this.feeds.find((feed) => feed.name === name)!.ratesBetween(from, to, signal);
    this.refuseImplausible(name, rates);
    return { feed: name, from, to, fetched: rates.length, imported: await this.rates.store(name, rates) };
  }

  async isAnyEmpty(names: readonly FeedName[]): Promise<boolean> {
    for (const name of names) if ((await this.rates.latestDay(name)) === null) return true;
    return false;
  }

  private async missing(name: FeedName): Promise<{ from: string; to: string }> {
    const today = this.clock.today();
    const latest = await this.rates.latestDay(name);
    const earliest = dayAt(dayNumber(today) - MAX_CATCH_UP_DAYS);
    const next = latest === null ? earliest : dayAt(dayNumber(latest) + 1);
    return { from: next > earliest ? next : earliest, to: today };
  }

  /** Rejects the whole response if it contains a future rate, or two rates of the same pair for a day. */
  private refuseImplausible(name: FeedName, rates: readonly DatedRate[]): void {
    const today = this.clock.today();
    const known = new Map<string, bigint>();
    for (const { day, quote, base, rate } of rates) {
      if (day > today) throw new FeedFailed(name, `the response has a rate of ${day}, which is in the future`);
      const key = `${day} ${quote} ${base}`;
      if (known.has(key)) throw new FeedFailed(name, `the response has two rates of ${key}`);
      known.set(key, rate);
    }
  }
}
