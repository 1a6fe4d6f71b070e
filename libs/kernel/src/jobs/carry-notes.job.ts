import { Injectable } from '@nestjs/common';
import { Jobs } from './jobs.service.js';
import { Log } from '../log/log.js';
import { WORKSPACES_TO_TELL } from '../outbox/carried-note.query.js';
import { Database } from '../database/database.service.js';
import { Shards } from '../database/shards.service.js';

const PAUSE_MS = 5_000;

/** Carries what could not be carried at once, because a shard was away or the process died. */
@Injectable()
export class CarryNotesJob {
  constructor(
    shards: Shards,
    jobs: Jobs,
    private readonly database: Database,
    private readonly log: Log,
  ) {
    if (!shards.areSeveral) return;
    jobs.repeat({ name: 'notes to carry', pauseMs: PAUSE_MS, round: (ending) => this.carryAll(ending) });
  }

  private async carryAll(ending: AbortSignal): Promise<boolean> {
    const waiting = await this.database.transaction({ operator: true, directory: true }, (work) =>
      work.query<{ id: string }>(WORKSPACES_TO_TELL),
    );
    for (const { id } of waiting) {
      if (ending.aborted) break;
      await this.database
        .carryNotes(id)
        .catch((error: unknown) =>
          this.log.warn({ err: error, workspaceId: id }, 'what was done in the directory could not be told yet'),
        );
    }
    return false;
  }
}
