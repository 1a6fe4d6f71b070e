import { Injectable } from '@nestjs/common';
import { Clock } from '../calendar/clock.service.js';
import { Database } from '../database/database.service.js';
import { Jobs } from '../jobs/jobs.service.js';
import { clearExpired } from './idempotency.query.js';

const EVERY_HOUR = '35 * * * *';

/** Deletes expired idempotency records even if no new ones are written. */
@Injectable()
export class ClearIdempotencyRecordsJob {
  constructor(jobs: Jobs, database: Database, clock: Clock) {
    jobs.add({
      name: 'kernel.clear-idempotency-records',
      cron: EVERY_HOUR,
      work: async () => {
        await database.transaction({ operator: true }, (work) => work.query(clearExpired(clock.now())));
      },
    });
  }
}
