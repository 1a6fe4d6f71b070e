import { Problem, reasonOf } from '@app/kernel/pure';

export class CommandFailed extends Error {}

export interface Failure {
  /** Code of a problem (docs/errors.md), or one of the codes below. */
  readonly code: string;
  readonly detail: string;
}

/** Describes an error in one sentence, without a stack trace. If the database is unreachable, includes the reason. */
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

/** Returns the text for standard error: a sentence, or JSON if the option `--json` is set. */
export function failureLine(failure: Failure): string {
  return `${asksForJson() ? JSON.stringify(failure) : failure.detail}\n`;
}

/** True if the command has the option `--json`. Reads the raw arguments, because parsing them may have failed. */
export function asksForJson(): boolean {
  return process.argv.includes('--json');
}

function isUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return false;
  return /^(08|28|3D|57P|53300|ECONN|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH)/.test(code);
}
