import { Injectable } from '@nestjs/common';
import { Jobs, Log, Settings } from '@app/kernel';
import { RateFeeds } from './rate-feeds.service.js';

/** After both banks have published: in Mexico's time the European one in the morning, the Mexican one at noon. */
const EVERY_AFTERNOON = '15 13 * * *';

/** Fetches the rates of the configured feeds once a day, and at once when a feed has no rates yet. */
@Injectable()
export class FetchRatesJob {
  constructor(
    jobs: Jobs,
    private readonly settings: Settings,
    private readonly feeds: RateFeeds,
    private readonly log: Log,
  ) {
    if (settings.fxFeeds.length === 0) return;
    jobs.add({
      name: 'fx.fetch-rates',
      cron: EVERY_AFTERNOON,
      isOverdue: () => feeds.isAnyEmpty(settings.fxFeeds),
      work: (signal) => this.fetchAll(signal),
    });
  }

  /** A feed that fails does not keep the others from being fetched, but the job fails and is repeated. */
  private async fetchAll(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    for (const name of this.settings.fxFeeds) {
      try {
        this.log.info(await this.feeds.fetch(name, signal), 'rates were fetched');
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new Error(failures.map((error) => (error as Error).message).join('; '));
  }
}
