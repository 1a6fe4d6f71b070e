import { eventType } from '@app/kernel/pure';

/** What is announced of workspaces. Source: contract section 16. */
export const workspaceEvents = {
  updated: eventType('workspace.updated', 'The workspace has another name or base currency.'),
};

/** A workspace was created; listeners add its starter data. */
export class WorkspaceCreated {
  constructor(readonly workspaceId: string) {}
}

/** The base currency changed; listeners recompute all stored base amounts. */
export class BaseCurrencyChanged {
  constructor(
    readonly from: string,
    readonly to: string,
  ) {}
}
