/** What is sent to a receiver: the event as the feed shows it, and whose it is. Source: contract section 16, "Delivery". */
export function deliveryBody(workspaceId: string, event: object): string {
  return JSON.stringify({ ...event, workspaceId });
}
