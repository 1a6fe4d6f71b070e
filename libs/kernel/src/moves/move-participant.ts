import type { Move } from './move-steps.query.js';

/** A move that cannot be made as it was asked for; the message says why. */
export class MoveRefused extends Error {}

/** Something that comes right by itself stands in the way of stopping writes now. */
export class MoveMustWait extends Error {}

/** What a context does so that a move leaves nothing of its own behind. */
export interface MoveParticipant {
  /** Sees that what the rows rely on is the same in both shards, and that the copy is sound; before writes are stopped. */
  prepare?(move: Move): Promise<void>;
  /**
   * Does in the source what is yet to follow from the workspace's changes: before writes are stopped, and while they are.
   * @param until when it has to give up
   * @throws MoveMustWait
   */
  catchUp?(move: Move, until: AbortSignal): Promise<void>;
  /**
   * Makes up for work across workspaces that passed this one by while writes were stopped, when it was hidden in both shards. Writes go
   * on by then, here or there; it may be called again.
   */
  resume?(move: Move): Promise<void>;
}

/** What a move did. */
export interface MoveReport {
  readonly workspaceId: string;
  readonly source: string;
  readonly target: string;
  /** Rows that were copied at first, and rows that had changed since. */
  copied: number;
  followed: number;
  /** For how long writes were stopped before the switch, and how often that had been tried. */
  stoppedMs: number;
  attempts: number;
}

/** Of a move that has done nothing yet. */
export function reportOf({ workspaceId, source, target }: Move): MoveReport {
  return { workspaceId, source, target, copied: 0, followed: 0, stoppedMs: 0, attempts: 0 };
}
