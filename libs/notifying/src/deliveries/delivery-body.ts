/** Returns the body of a delivery: the event as the event feed shows it, with the workspace ID. */
export function deliveryBody(workspaceId: string, event: object): string {
  return JSON.stringify({ ...event, workspaceId });
}
