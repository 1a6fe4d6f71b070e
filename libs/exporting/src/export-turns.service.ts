import { Injectable } from '@nestjs/common';
import { ExportsBusy } from './exporting.problems.js';

/** Each export holds a connection and a snapshot until its reader has all of it; the rest are kept for everybody else. */
const MOST_AT_ONCE = 4;
/** Nobody keeps all places to themselves by reading slowly. */
const MOST_OF_ONE_WORKSPACE = 2;
const LONGEST_WAIT_MS = 10_000;

interface Waiting {
  readonly workspaceId: string;
  begin(): void;
}

/** Whose turn it is to export: those who have waited longest first, a few at once. */
@Injectable()
export class ExportTurns {
  private readonly running: string[] = [];
  private waiting: Waiting[] = [];

  /**
   * Waits until one of the places is free for a workspace.
   * @throws ExportsBusy when that takes too long
   */
  async begin(workspaceId: string): Promise<void> {
    if (this.mayBegin(workspaceId)) return void this.running.push(workspaceId);
    await new Promise<void>((resolve, reject) => {
      const turn: Waiting = {
        workspaceId,
        begin: () => {
          clearTimeout(late);
          this.running.push(workspaceId);
          resolve();
        },
      };
      const late = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== turn);
        reject(ExportsBusy());
      }, LONGEST_WAIT_MS);
      this.waiting.push(turn);
    });
  }

  /** Hands the place on to whoever waits longest and may have it. */
  end(workspaceId: string): void {
    this.running.splice(this.running.indexOf(workspaceId), 1);
    const next = this.waiting.find((turn) => this.mayBegin(turn.workspaceId));
    if (next === undefined) return;
    this.waiting = this.waiting.filter((other) => other !== next);
    next.begin();
  }

  private mayBegin(workspaceId: string): boolean {
    const own = this.running.filter((one) => one === workspaceId).length;
    return this.running.length < MOST_AT_ONCE && own < MOST_OF_ONE_WORKSPACE;
  }
}
