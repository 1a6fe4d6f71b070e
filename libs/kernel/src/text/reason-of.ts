/**
 * Returns the reason of an error for administrators. If a host has several addresses and none accepts the connection,
 * Node throws an AggregateError without a message. The reasons of its errors are then joined.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  return error instanceof Error ? error.message : String(error);
}
