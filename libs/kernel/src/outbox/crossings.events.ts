/**
 * Published once, some seconds after figures of the workspace have changed. Listeners compare the figures with the
 * state that they last announced, and announce the difference (decision 0096).
 */
export class CrossingsDue {}

/**
 * Published when figures of workspaces change without a public event, for example at the start of a day or with a new
 * exchange rate.
 */
export class FiguresMoved {
  constructor(readonly workspaceIds: readonly string[]) {}
}
