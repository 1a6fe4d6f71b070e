/** Returns the body of a delivery: the event as in the feed, and the workspace ID. */
export function deliveryBody(workspaceId: string, event: object): string {
  return JSON.stringify({ ...event, workspaceId });
}
