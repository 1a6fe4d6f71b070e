import { Injectable } from '@nestjs/common';
import { Clock, Database, Jobs } from '@app/kernel';
import { deleteOldRequests } from './logged-request.query.js';
import { REQUEST_LOG_DAYS } from './request-log.service.js';

const EVERY_NIGHT = '50 3 * * *';
const MAX_CLEARED = 5_000;

/** Deletes logged requests after seven days. Queries skip expired requests that are not deleted yet. */
@Injectable()
export class ClearRequestLogJob {
  constructor(jobs: Jobs, database: Database, clock: Clock) {
    jobs.add({
      name: 'identity.clear-request-log',
      cron: EVERY_NIGHT,
      work: async (signal) => {
        const before = new Date(clock.now().getTime() - REQUEST_LOG_DAYS * 86_400_000);
        for (let cleared = MAX_CLEARED; cleared === MAX_CLEARED;) {
          signal.throwIfAborted();
          const statement = deleteOldRequests(before, MAX_CLEARED);
          cleared = (await database.transaction({ operator: true }, (work) => work.query(statement))).length;
        }
      },
    });
  }
}
