/**
 * Returns the reason of an error for administrators. If a name has several addresses and none accepts the connection,
 * the error is an AggregateError without a message, so the reasons of its errors are joined.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  return error instanceof Error ? error.message : String(error);
}
