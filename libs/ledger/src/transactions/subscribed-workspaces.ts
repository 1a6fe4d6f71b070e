/** Of how many workspaces it is remembered that they are subscribed. */
const MAX_REMEMBERED = 10_000;

/**
 * Workspaces that were subscribed when they were last asked: a hint that saves an attempt, and decides nothing, because the
 * statement that enters a transaction asks by itself (decision 0022).
 */
export class SubscribedWorkspaces {
  private readonly lately = new Set<string>();

  has(workspaceId: string): boolean {
    return this.lately.has(workspaceId);
  }

  remember(workspaceId: string, subscribed: boolean): void {
    if (this.lately.size >= MAX_REMEMBERED) this.lately.clear();
    if (subscribed) this.lately.add(workspaceId);
    else this.lately.delete(workspaceId);
  }
}
