/**
 * Returns the reason of an error for administrators. A failed connection to a name with several addresses is an
 * AggregateError without a message.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  return error instanceof Error ? error.message : String(error);
}
