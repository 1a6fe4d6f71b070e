/**
 * Figures of the workspace have moved since the last time. The listener that announces crossings compares it
 * now with what it last told, and announces the difference (decision 0096). It happens seconds after the change, once for
 * all that moved meanwhile.
 */
export class CrossingsDue {}

/** Figures of workspaces moved without an event that clients hear of, such as by a new day or a rate of a feed. */
export class FiguresMoved {
  constructor(readonly workspaceIds: readonly string[]) {}
}
