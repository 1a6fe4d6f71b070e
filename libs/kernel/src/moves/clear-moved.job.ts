import { Injectable } from '@nestjs/common';
import { Clock } from '../calendar/clock.service.js';
import { Database } from '../database/database.service.js';
import { selectPlacement } from '../database/placement.query.js';
import { Shards } from '../database/shards.service.js';
import { Jobs } from '../jobs/jobs.service.js';
import { DIRECTORY } from '../settings/shard-list.js';
import type { MovedTable } from './moved-table.js';
import { parentsFirst } from './moved-table.js';
import { MOVED_TABLES } from './moved-tables.query.js';
import type { StayState } from './move-steps.query.js';
import { clearMoved, leftBehind, putCleared, selectStay } from './move-steps.query.js';

const EVERY_NIGHT = '50 3 * * *';
const KEPT_MS = 86_400_000;
const CLEARED_AT_ONCE = 5_000;

/** What a shard says of a workspace whose rows count there. */
const HELD: readonly (StayState | undefined)[] = ['here', 'leaving', 'closing', 'closed', 'arrived'];

/**
 * Deletes what workspaces left behind in a shard, a day after they were moved to another one; never the only copy that there is: the
 * directory has to name another shard, and that one to say that it has the workspace.
 */
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

  /** @throws Error that names the workspaces whose rows were left, once those of all others are deleted */
  private async clearIn(shard: string, signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    const { left, tables } = await this.database.transaction({ operator: true, shard }, async (work) => ({
      left: await work.query<{ workspaceId: string }>(leftBehind(before)),
      tables: await work.query<MovedTable & Record<string, unknown>>({ text: MOVED_TABLES, values: [] }),
    }));
    // None before the rows that refer to it.
    const order = parentsFirst(tables).toReversed();
    const failures: unknown[] = [];
    for (const { workspaceId } of left)
      await this.clear(workspaceId, shard, order, signal).catch((error: unknown) => failures.push(error));
    signal.throwIfAborted();
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  }

  private async clear(workspaceId: string, shard: string, tables: readonly MovedTable[], signal: AbortSignal) {
    const scope = { operator: true, shard };
    for (const table of tables)
      for (let cleared = CLEARED_AT_ONCE; cleared === CLEARED_AT_ONCE;) {
        signal.throwIfAborted();
        await this.expectElsewhere(workspaceId, shard);
        const statement = clearMoved(workspaceId, table, CLEARED_AT_ONCE);
        const [done] = await this.database.transaction(scope, (work) => work.query<{ cleared: number }>(statement));
        cleared = done!.cleared;
      }
    await this.database.transaction(scope, (work) => work.query(putCleared(workspaceId)));
  }

  private async expectElsewhere(workspaceId: string, shard: string): Promise<void> {
    const [placed] = await this.database.transaction({ operator: true, directory: true }, (work) =>
      work.query<{ shard: string }>(selectPlacement(workspaceId)),
    );
    const place = placed?.shard ?? DIRECTORY;
    if (place === shard)
      throw new Error(
        `${workspaceId} was moved from ${shard}, and the directory says that it is there: nothing deleted`,
      );
    const [stay] = await this.database.transaction({ operator: true, shard: place }, (work) =>
      work.query<{ state: StayState }>(selectStay(workspaceId)),
    );
    if (!HELD.includes(stay?.state))
      throw new Error(`${workspaceId} was moved from ${shard}, and ${place} does not have it: nothing deleted`);
  }
}
