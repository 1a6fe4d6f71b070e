import { Injectable } from '@nestjs/common';
import { Clock, Database, Jobs, Log } from '@app/kernel';
import { DRAFT_RETENTION_DAYS } from '../draft-retention.js';

const EVERY_NIGHT = '40 3 * * *';

/** Deletes drafts that were never committed. */
@Injectable()
export class DiscardDraftsJob {
  constructor(jobs: Jobs, database: Database, clock: Clock, log: Log) {
    const statement = () => ({
      text: `
        delete from importing_imports
        where status = 'draft' and created_at <= $1::timestamptz - interval '${DRAFT_RETENTION_DAYS} days' returning id`,
      values: [clock.now()],
    });
    jobs.add({
      name: 'importing.discard-drafts',
      cron: EVERY_NIGHT,
      work: async () => {
        const discarded = await database.inEachShard((work) => work.query(statement()));
        log.info({ discarded: discarded.flat().length }, 'drafts were discarded');
      },
    });
  }
}
