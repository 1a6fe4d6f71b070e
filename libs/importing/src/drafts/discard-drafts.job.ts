import { Injectable } from '@nestjs/common';
import { Clock, Database, Jobs, Log } from '@app/kernel';
import { DRAFT_RETENTION_DAYS } from '../draft-retention.js';

const EVERY_NIGHT = '40 3 * * *';
/** Maximum drafts per transaction. Each draft may have 100,000 rows. */
const DISCARDED_AT_ONCE = 20;

@Injectable()
export class DiscardDraftsJob {
  constructor(jobs: Jobs, database: Database, clock: Clock, log: Log) {
    const statement = () => ({
      text: `
        with old as (
          select workspace_id, id from importing_imports
          where status = 'draft' and created_at <= $1::timestamptz - interval '${DRAFT_RETENTION_DAYS} days'
          limit $2 for update skip locked
        ), discarded as (
          delete from importing_imports i using old where i.workspace_id = old.workspace_id and i.id = old.id
          returning i.workspace_id, i.id
        )
        select d.id from discarded d cross join lateral files_unlink(d.workspace_id, d.id)`,
      values: [clock.now(), DISCARDED_AT_ONCE],
    });
    jobs.add({
      name: 'importing.discard-drafts',
      cron: EVERY_NIGHT,
      work: async (signal) => {
        let discarded = 0;
        for (let count = 1; count > 0; discarded += count) {
          signal.throwIfAborted();
          count = (await database.transaction({ operator: true }, (work) => work.query(statement()))).length;
        }
        log.info({ discarded }, 'discarded drafts');
      },
    });
  }
}
