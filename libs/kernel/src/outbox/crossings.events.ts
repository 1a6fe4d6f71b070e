/**
 * Published once, some seconds after figures of the workspace have changed. The listener compares the figures with the
 * last announced state and announces the difference (decision 0096).
 */
export class CrossingsDue {}

/**
 * Published when figures of workspaces change without a public event, for example at the start of a day or because of a
 * new exchange rate.
 */
export class FiguresMoved {
  constructor(readonly workspaceIds: readonly string[]) {}
}
