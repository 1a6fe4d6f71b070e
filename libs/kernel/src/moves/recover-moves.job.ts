import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.service.js';
import { Shards } from '../database/shards.service.js';
import { Jobs } from '../jobs/jobs.service.js';
import { Log } from '../log/log.js';
import type { Move } from './move-steps.query.js';
import { ABANDONED_MOVES } from './move-steps.query.js';
import { WorkspaceMoves } from './moves.service.js';

const PAUSE_MS = 1_000;

/** Has writes go on, here or there, where the process died that had stopped them for a move. */
@Injectable()
export class RecoverMovesJob {
  constructor(
    shards: Shards,
    jobs: Jobs,
    private readonly database: Database,
    private readonly moves: WorkspaceMoves,
    private readonly log: Log,
  ) {
    if (!shards.areSeveral) return;
    jobs.repeat({ name: 'moves left behind', pauseMs: PAUSE_MS, round: (ending) => this.recoverAll(ending) });
  }

  private async recoverAll(ending: AbortSignal): Promise<boolean> {
    const abandoned = await this.database.transaction({ operator: true, directory: true }, (work) =>
      work.query<Move>(ABANDONED_MOVES),
    );
    for (const move of abandoned) {
      if (ending.aborted) break;
      const recovered = move.step === 'switched' ? this.moves.conclude(move) : this.moves.letWritesGoOn(move);
      await recovered.catch((error: unknown) =>
        this.log.warn(
          { err: error, workspaceId: move.workspaceId },
          'a move that was left behind could not be recovered yet',
        ),
      );
    }
    return false;
  }
}
