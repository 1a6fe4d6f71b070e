import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { knownAs } from '../queue/work-at-hand.js';
import { ACTIVE_WORK_HOLDERS, safeReadHorizonOf } from './advisory-locks.js';
import { Database } from './database.service.js';
import { LockWaits } from './lock-waits.service.js';
import { TransactionRunner } from './transaction-runner.service.js';

const POLL_MS = 20;

/** Tracks the transactions that are still running in any process. */
@Injectable()
export class ActiveWork {
  constructor(
    private readonly database: Database,
    private readonly runner: TransactionRunner,
    private readonly lockWaits: LockWaits,
  ) {}

  /**
   * Waits until all work that began before this call has ended, in every workspace and process (decision 0010). Polls
   * the holders of the advisory lock. Requesting the lock instead would make new work wait behind the request.
   */
  async waitUntilEnded(): Promise<void> {
    let active = await this.holders();
    while (active.length > 0) {
      await pause(POLL_MS);
      const still = new Set(await this.holders());
      active = active.filter((work) => still.has(work));
    }
  }

  /**
   * Returns an instant before which no new change can appear in a workspace, because all work that began earlier has
   * ended. Reads by change time must not go beyond this instant (decision 0010). Always asks the primary, because a
   * replica does not know what work is running there.
   */
  async safeReadHorizon(workspaceId: string): Promise<string> {
    const read = () => this.database.read<{ instant: string }>(workspaceId, safeReadHorizonOf(workspaceId));
    const [horizon] = await knownAs({ readsReplica: false }, read);
    return horizon!.instant;
  }

  private async holders(): Promise<string[]> {
    const [holders] = await this.lockWaits.retry('', () => this.runner.send({}, 'begin', [ACTIVE_WORK_HOLDERS]));
    return holders!.map(({ virtualtransaction }) => virtualtransaction as string);
  }
}
