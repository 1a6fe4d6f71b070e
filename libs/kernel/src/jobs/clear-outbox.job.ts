import { Injectable } from '@nestjs/common';
import { Clock } from '../calendar/clock.service.js';
import { Database } from '../database/database.service.js';
import { Jobs } from './jobs.service.js';

export const EVENT_RETENTION_DAYS = 30;

const EVERY_NIGHT = '20 3 * * *';
const CLEARED_AT_ONCE = 5_000;

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
    for (let cleared = CLEARED_AT_ONCE; cleared === CLEARED_AT_ONCE;) {
      signal.throwIfAborted();
      const values = [this.clock.now(), EVENT_RETENTION_DAYS + 1, CLEARED_AT_ONCE];
      cleared = (await this.database.transaction(scope, (work) => work.query({ text: OLDEST, values }))).length;
    }
  }
}

const OLDEST = `
  delete from kernel_outbox e using (
    select workspace_id, number from kernel_outbox where at < $1::timestamptz - $2::int * interval '1 day' limit $3) oldest
  where e.workspace_id = oldest.workspace_id and e.number = oldest.number
  returning e.id`;
