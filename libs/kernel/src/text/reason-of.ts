/**
 * Why something failed, as an administrator reads it. A failed connection to a name with several addresses is an error of errors,
 * without a message of its own.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  return error instanceof Error ? error.message : String(error);
}
