/** Of how many workspaces it is remembered that they are followed. */
const MOST_REMEMBERED = 10_000;

/**
 * Workspaces that were followed when they were last asked: a hint that saves an attempt, and decides nothing, because the
 * statement that enters a transaction asks by itself (decision 0022).
 */
export class FollowedWorkspaces {
  private readonly lately = new Set<string>();

  has(workspaceId: string): boolean {
    return this.lately.has(workspaceId);
  }

  remember(workspaceId: string, followed: boolean): void {
    if (this.lately.size >= MOST_REMEMBERED) this.lately.clear();
    if (followed) this.lately.add(workspaceId);
    else this.lately.delete(workspaceId);
  }
}
