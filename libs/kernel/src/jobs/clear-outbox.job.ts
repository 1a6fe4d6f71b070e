import { Injectable } from '@nestjs/common';
import { Clock } from '../calendar/clock.service.js';
import { Database } from '../database/database.service.js';
import { Jobs } from './jobs.service.js';

/** Source: contract section 16, "Kept 30 days". */
export const EVENT_RETENTION_DAYS = 30;

const EVERY_NIGHT = '20 3 * * *';
const CLEARED_AT_ONCE = 5_000;

/**
 * Deletes events a day after their time, so that none is gone which a reader with a good cursor has yet to see; and those
 * that came with a restoration from a server that was ahead of this one, whose order here is undefined.
 */
@Injectable()
export class ClearOutboxJob {
  constructor(
    jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    jobs.add({
      name: 'kernel.clear-outbox',
      cron: EVERY_NIGHT,
      work: (signal) => this.clear(signal),
    });
  }

  private async clear(signal: AbortSignal): Promise<void> {
    const scope = { operator: true };
    await this.database.transaction(scope, (work) => work.query({ text: FOREIGN, values: [] }));
    for (let cleared = CLEARED_AT_ONCE; cleared === CLEARED_AT_ONCE;) {
      signal.throwIfAborted();
      const values = [this.clock.now(), EVENT_RETENTION_DAYS + 1, CLEARED_AT_ONCE];
      cleared = (await this.database.transaction(scope, (work) => work.query({ text: OLDEST, values }))).length;
    }
  }
}

const FOREIGN = `
  delete from kernel_outbox e
  where e.xid >= pg_snapshot_xmax(pg_current_snapshot()) and e.epoch = kernel_epoch_of(e.workspace_id)`;

/** The oldest stand first in the order of transactions of this server; those among them that are not old enough end it. */
const OLDEST = `
  with oldest as (
    select workspace_id, epoch, xid, seq from kernel_outbox where epoch = kernel_epoch_of(workspace_id) order by xid, seq limit $3
  )
  delete from kernel_outbox e using oldest o
  where (e.workspace_id, e.epoch, e.xid, e.seq) = (o.workspace_id, o.epoch, o.xid, o.seq)
    and e.at < $1::timestamptz - $2::int * interval '1 day'
  returning e.id`;
