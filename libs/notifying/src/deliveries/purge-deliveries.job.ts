import { Injectable } from '@nestjs/common';
import { Clock, Database, EVENT_RETENTION_DAYS, Jobs } from '@app/kernel';

const EVERY_NIGHT = '40 3 * * *';
const PURGED_AT_ONCE = 5_000;

@Injectable()
export class PurgeDeliveriesJob {
  constructor(
    jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    jobs.add({ name: 'notifying.purge-deliveries', cron: EVERY_NIGHT, work: (signal) => this.purge(signal) });
  }

  private async purge(signal: AbortSignal): Promise<void> {
    const values = [this.clock.now(), EVENT_RETENTION_DAYS, PURGED_AT_ONCE];
    for (let purged = PURGED_AT_ONCE; purged === PURGED_AT_ONCE;) {
      signal.throwIfAborted();
      const deleted = await this.database.transaction({ operator: true }, (work) =>
        work.query({ text: PURGE, values }),
      );
      purged = deleted.length;
    }
  }
}

const PURGE = `
  with expired as (
    select d.workspace_id, d.id from notifying_deliveries d
    where d.created_at < $1::timestamptz - $2::int * interval '1 day'
      or not exists (select from notifying_webhooks h where h.workspace_id = d.workspace_id and h.id = d.webhook_id)
    limit $3
  )
  delete from notifying_deliveries d using expired where d.workspace_id = expired.workspace_id and d.id = expired.id
  returning d.id`;
