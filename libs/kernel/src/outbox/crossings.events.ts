/**
 * Figures of the workspace have changed. Its listener compares them with the last announced state and announces the
 * difference (decision 0096). Published once, some seconds after the changes.
 */
export class CrossingsDue {}

/** Figures of workspaces changed without a public event, for example because of a new day or a new exchange rate. */
export class FiguresMoved {
  constructor(readonly workspaceIds: readonly string[]) {}
}
