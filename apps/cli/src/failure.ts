import { Problem } from '@app/kernel';

/** A command that cannot be carried out, with what the administrator should know. */
export class CommandFailed extends Error {}

/**
 * What is said of an error on standard error: one sentence, never a stack. Behind "the database cannot be reached"
 * stands why, since the administrator who reads it can mend it.
 */
export function failureText(error: unknown): string {
  if (error instanceof Problem) {
    return error.cause === undefined ? error.detail : `${error.detail} (${messageOf(error.cause)})`;
  }
  return isUnreachable(error) ? `The database cannot be reached: ${messageOf(error)}` : messageOf(error);
}

function isUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return false;
  return /^(08|28|3D|57P|53300|ECONN|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH)/.test(code);
}

/** A failed connection to a name with several addresses is an error of errors, without a message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return [...new Set(error.errors.map(messageOf))].join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
