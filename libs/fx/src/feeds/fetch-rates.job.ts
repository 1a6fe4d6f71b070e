import { Injectable } from '@nestjs/common';
import { Jobs, Log, Settings } from '@app/kernel';
import { FeedRates } from '../rates/feed-rates.service.js';
import { RateFeeds } from './rate-feeds.service.js';

/**
 * Every day at 13:15 in Mexico. By then, both banks have published their rates: the European Central Bank in the
 * morning, and the Banco de México at noon.
 */
const EVERY_AFTERNOON = '15 13 * * *';

/**
 * Fetches rates every day. Also fetches them when the service starts, if a feed has no rates or a revaluation was
 * interrupted.
 */
@Injectable()
export class FetchRatesJob {
  constructor(
    jobs: Jobs,
    private readonly settings: Settings,
    private readonly feeds: RateFeeds,
    private readonly rates: FeedRates,
    private readonly log: Log,
  ) {
    if (settings.fxFeeds.length === 0) return;
    jobs.add({
      name: 'fx.fetch-rates',
      cron: EVERY_AFTERNOON,
      isOverdue: async () => (await rates.isRevaluationPending()) || (await feeds.isAnyEmpty(settings.fxFeeds)),
      work: (signal) => this.fetchAll(signal),
    });
  }

  /** Fetches all feeds, even if one of them fails. In that case, the job fails at the end and is retried. */
  private async fetchAll(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    for (const name of this.settings.fxFeeds) {
      try {
        this.log.info(await this.feeds.fetch(name, signal), 'rates were fetched');
      } catch (error) {
        failures.push(error);
      }
    }
    await this.rates.revaluePending().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new Error(failures.map((error) => (error as Error).message).join('; '));
  }
}
