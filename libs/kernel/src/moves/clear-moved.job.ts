import { Injectable } from '@nestjs/common';
import { Clock } from '../calendar/clock.service.js';
import { Database } from '../database/database.service.js';
import { Shards } from '../database/shards.service.js';
import { Jobs } from '../jobs/jobs.service.js';
import type { MovedTable } from './moved-table.js';
import { parentsFirst } from './moved-table.js';
import { MOVED_TABLES } from './moved-tables.query.js';
import { clearMoved, leftBehind, putCleared } from './move-steps.query.js';

const EVERY_NIGHT = '50 3 * * *';
const KEPT_MS = 86_400_000;
const CLEARED_AT_ONCE = 5_000;

/** Deletes what workspaces left behind in a shard, a day after they were moved to another one. */
@Injectable()
export class ClearMovedJob {
  constructor(
    shards: Shards,
    jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    if (!shards.areSeveral) return;
    jobs.add({
      name: 'kernel.clear-moved',
      cron: EVERY_NIGHT,
      work: async (signal) => void (await shards.each((shard) => this.clearIn(shard, signal))),
    });
  }

  private async clearIn(shard: string, signal: AbortSignal): Promise<void> {
    const scope = { operator: true, shard };
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    const { left, tables } = await this.database.transaction(scope, async (work) => ({
      left: await work.query<{ workspaceId: string }>(leftBehind(before)),
      tables: await work.query<MovedTable & Record<string, unknown>>({ text: MOVED_TABLES, values: [] }),
    }));
    // None before the rows that refer to it.
    const order = parentsFirst(tables).toReversed();
    for (const { workspaceId } of left) {
      for (const table of order)
        for (let cleared = CLEARED_AT_ONCE; cleared === CLEARED_AT_ONCE;) {
          signal.throwIfAborted();
          const statement = clearMoved(workspaceId, table, CLEARED_AT_ONCE);
          const [done] = await this.database.transaction(scope, (work) => work.query<{ cleared: number }>(statement));
          cleared = done!.cleared;
        }
      await this.database.transaction(scope, (work) => work.query(putCleared(workspaceId)));
    }
  }
}
