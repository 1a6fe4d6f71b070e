import { eventType } from '@app/kernel/pure';

export const workspaceEvents = {
  updated: eventType('workspace.updated', 'The name or base currency of the workspace changed.'),
};

/** Listeners add the starter data. */
export class WorkspaceCreated {
  constructor(readonly workspaceId: string) {}
}

/** Listeners recompute all stored base amounts. */
export class BaseCurrencyChanged {
  constructor(
    readonly from: string,
    readonly to: string,
  ) {}
}
