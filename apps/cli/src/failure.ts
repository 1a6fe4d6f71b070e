import { Problem, reasonOf } from '@app/kernel/pure';

export class CommandFailed extends Error {}

/** An error as printed with `--json`. */
export interface Failure {
  /** Code of a service problem (docs/errors.md) or one of the codes below. */
  readonly code: string;
  readonly detail: string;
}

/** Describes an error in one sentence without a stack, including the reason if the database is unreachable. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Problem) {
    const why = error.cause === undefined ? '' : ` (${reasonOf(error.cause)})`;
    return { code: error.type.code, detail: `${error.detail}${why}` };
  }
  if (isUnreachable(error)) {
    return { code: 'DATABASE_UNREACHABLE', detail: `The database cannot be reached: ${reasonOf(error)}` };
  }
  return { code: 'COMMAND_FAILED', detail: reasonOf(error) };
}

/** Formats an error for standard error: a sentence, or with `--json` a JSON value. */
export function failureLine(failure: Failure): string {
  return `${asksForJson() ? JSON.stringify(failure) : failure.detail}\n`;
}

/** True if `--json` is set. Reads the arguments directly, because the command line may be invalid. */
export function asksForJson(): boolean {
  return process.argv.includes('--json');
}

function isUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return false;
  return /^(08|28|3D|57P|53300|ECONN|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH)/.test(code);
}
