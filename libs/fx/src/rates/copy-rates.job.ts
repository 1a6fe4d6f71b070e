import { Injectable } from '@nestjs/common';
import { Database, Jobs } from '@app/kernel';
import { FeedRates } from './feed-rates.service.js';

const EVERY_HOUR = '25 * * * *';

/** Gives each shard the shared rates that it lacks: at each start, because it may be new, and then every hour. */
@Injectable()
export class CopyRatesJob {
  constructor(jobs: Jobs, database: Database, rates: FeedRates) {
    if (!database.shards.areSeveral) return;
    jobs.add({
      name: 'fx.copy-rates',
      cron: EVERY_HOUR,
      isOverdue: () => Promise.resolve(true),
      work: () => rates.copyToShards(),
    });
  }
}
