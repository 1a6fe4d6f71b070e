import { Injectable } from '@nestjs/common';
import { Clock, dayAt, dayNumber } from '@app/kernel';
import type { DatedRate } from '../rates/dated-rate.js';
import { FeedRates } from '../rates/feed-rates.service.js';
import { BanxicoFeed } from './banxico-feed.service.js';
import { EcbFeed } from './ecb-feed.service.js';
import type { FeedName, RateFeed } from './rate-feed.js';
import { FeedFailed } from './rate-feed.js';

/** So far back goes a feed of which nothing is known yet, or nothing recent; what is older is fetched by hand. */
const LONGEST_CATCH_UP_DAYS = 85;

/** What was asked of a feed, how many rates it gave, and how many of them were new or other than before. */
export interface FetchedRates {
  readonly feed: FeedName;
  readonly from: string;
  readonly to: string;
  readonly fetched: number;
  readonly imported: number;
}

/** Fetches rates from the public feeds and enters them. */
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
   * Fetches a feed's rates of some days; without days, those since the latest that is known, so that a repetition asks for
   * what is missing and nothing else.
   * @throws FeedFailed when the feed gives none that can be used; nothing was changed then.
   */
  async fetch(name: FeedName, signal: AbortSignal, days?: { from: string; to: string }): Promise<FetchedRates> {
    const { from, to } = days ?? (await this.missing(name));
    if (from > to) return { feed: name, from, to, fetched: 0, imported: 0 };
    const rates = await this.feeds.find((feed) => feed.name === name)!.ratesBetween(from, to, signal);
    this.refuseNonsense(name, rates);
    return { feed: name, from, to, fetched: rates.length, imported: await this.rates.enter(name, rates) };
  }

  /** Whether nothing is known yet of one of the feeds. */
  async lackAny(names: readonly FeedName[]): Promise<boolean> {
    for (const name of names) if ((await this.rates.latestDay(name)) === null) return true;
    return false;
  }

  private async missing(name: FeedName): Promise<{ from: string; to: string }> {
    const today = this.clock.today();
    const latest = await this.rates.latestDay(name);
    const earliest = dayAt(dayNumber(today) - LONGEST_CATCH_UP_DAYS);
    const next = latest === null ? earliest : dayAt(dayNumber(latest) + 1);
    return { from: next > earliest ? next : earliest, to: today };
  }

  /** A rate of a day to come, or two different ones of one day, say that the whole answer is not to be believed. */
  private refuseNonsense(name: FeedName, rates: readonly DatedRate[]): void {
    const today = this.clock.today();
    const known = new Map<string, bigint>();
    for (const { day, quote, base, rate } of rates) {
      if (day > today) throw new FeedFailed(name, `the answer has a rate of ${day}, which is yet to come`);
      const key = `${day} ${quote} ${base}`;
      if (known.has(key)) throw new FeedFailed(name, `the answer has two rates of ${key}`);
      known.set(key, rate);
    }
  }
}
