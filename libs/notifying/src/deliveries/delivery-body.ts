/** Returns the event as in the feed, with its workspace. */
export function deliveryBody(workspaceId: string, event: object): string {
  return JSON.stringify({ ...event, workspaceId });
}
