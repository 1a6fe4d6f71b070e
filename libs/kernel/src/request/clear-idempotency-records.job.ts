import { Injectable } from '@nestjs/common';
import { Clock } from '../calendar/clock.service.js';
import { Database } from '../database/database.service.js';
import { Jobs } from '../jobs/jobs.service.js';
import { clearExpiredCounts, clearExpiredRecords } from './idempotency.query.js';

const EVERY_HOUR = '35 * * * *';
const CLEARED_AT_ONCE = 1_000;

/** Deletes expired idempotency records, even if nobody writes new ones. */
@Injectable()
export class ClearIdempotencyRecordsJob {
  constructor(
    jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    jobs.add({
      name: 'kernel.clear-idempotency-records',
      cron: EVERY_HOUR,
      work: (signal) => this.clear(signal),
    });
  }

  private async clear(signal: AbortSignal): Promise<void> {
    for (const expired of [clearExpiredRecords, clearExpiredCounts]) {
      for (let cleared = CLEARED_AT_ONCE; cleared === CLEARED_AT_ONCE;) {
        signal.throwIfAborted();
        const statement = expired(this.clock.now(), CLEARED_AT_ONCE);
        cleared = (await this.database.transaction({ operator: true }, (work) => work.query(statement))).length;
      }
    }
  }
}
