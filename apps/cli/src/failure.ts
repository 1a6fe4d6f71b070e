import { Problem, reasonOf } from '@app/kernel/pure';

/** A command that cannot be carried out, with what the administrator should know. */
export class CommandFailed extends Error {}

/** An error as `--json` tells it: a name that programs compare, and the sentence for a person. */
export interface Failure {
  /** The code of a problem of the service (docs/errors.md), or one of these. */
  readonly code: string;
  readonly detail: string;
}

/**
 * What is said of an error on standard error: one sentence, never a stack. Behind "the database cannot be reached"
 * stands why, since the administrator who reads it can mend it.
 */
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

/** The line that standard error gets: the sentence, or with `--json` one JSON value that has it. */
export function failureLine(failure: Failure): string {
  return `${asksForJson() ? JSON.stringify(failure) : failure.detail}\n`;
}

/** Whether `--json` was given, which has to be known also where the command line cannot be understood. */
export function asksForJson(): boolean {
  return process.argv.includes('--json');
}

function isUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return false;
  return /^(08|28|3D|57P|53300|ECONN|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH)/.test(code);
}
