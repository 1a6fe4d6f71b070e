import { eventType } from '@app/kernel/pure';

export const workspaceEvents = {
  updated: eventType('workspace.updated', 'The name or base currency of the workspace changed.'),
};

/** Published when a workspace is created. Listeners add the starter data. */
export class WorkspaceCreated {
  constructor(readonly workspaceId: string) {}
}

/** Published when the base currency changes. Listeners recompute all stored base amounts. */
export class BaseCurrencyChanged {
  constructor(
    readonly from: string,
    readonly to: string,
  ) {}
}
