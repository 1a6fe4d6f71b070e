/**
 * Returns the reason of an error for administrators. If no address of a host accepts a connection, Node.js throws an
 * AggregateError without a message, so this function joins the reasons of its errors.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  return error instanceof Error ? error.message : String(error);
}
