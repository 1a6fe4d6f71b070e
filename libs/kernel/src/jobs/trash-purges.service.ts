import { Injectable } from '@nestjs/common';
import { Clock } from '../calendar/clock.service.js';
import { Database } from '../database/database.service.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import { Log } from '../log/log.js';
import { doEach } from './do-each.js';
import { Jobs } from './jobs.service.js';

export interface TrashPurge {
  /** Name of the job. */
  readonly job: string;
  readonly cron: string;
  /** Plural noun for the log. */
  readonly what: string;
  /** Maximum number of rows per transaction. */
  readonly atOnce: number;
  /** Returns the workspaces with rows to delete. */
  due(this: void, work: UnitOfWork, now: Date): Promise<{ id: string }[]>;
  /** Deletes at most this many expired rows, and returns their number. */
  deleteExpired(this: void, work: UnitOfWork, limit: number): Promise<number>;
}

/** Jobs that delete rows after 30 days in the trash, workspace by workspace. A failing workspace stops no other one. */
@Injectable()
export class TrashPurges {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  add(purge: TrashPurge): void {
    this.jobs.add({ name: purge.job, cron: purge.cron, work: (signal) => this.purgeAll(purge, signal) });
  }

  private async purgeAll({ due, what, atOnce, deleteExpired }: TrashPurge, signal: AbortSignal): Promise<void> {
    const workspaces = await this.database.transaction({ operator: true }, (work) => due(work, this.clock.now()));
    let purged = 0;
    const purge = async (workspaceId: string): Promise<void> => {
      for (let count = atOnce; count === atOnce && !signal.aborted; purged += count) {
        count = await this.database.transaction({ workspaceId }, (work) => deleteExpired(work, atOnce));
      }
    };
    const note = (workspaceId: string, err: unknown) =>
      this.log.error({ workspaceId, err }, `the ${what} of a workspace could not be purged`);
    await doEach(
      workspaces.map(({ id }) => id),
      purge,
      note,
      signal,
    );
    this.log.info({ purged }, `${what} in the trash were purged`);
  }
}
