import { Problem } from '../problem/problem.js';
import { AmountOutOfRange, ServiceUnavailable } from '../problem/wire.problems.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const NUMERIC_OVERFLOW = '22003';
/** Connection exceptions (08), operator intervention (57P), too many connections and lock time-outs. */
const UNREACHABLE = /^(08|57P|53300|55P03|ECONN|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/;
const POOL_EXHAUSTED = /timeout exceeded when trying to connect|Connection terminated|not queryable/;

const constraints = new Map<string, () => Problem>();

/** Declares which problem it is when the database refuses a row by this constraint: the last word in every race. */
export function whenConstraintFails(constraint: string, problem: () => Problem): void {
  constraints.set(constraint, problem);
}

/** Whether the same work may simply be tried again. */
export function isRetryable(error: unknown): boolean {
  return [SERIALIZATION_FAILURE, DEADLOCK].includes(databaseFields(error).code);
}

/** The problem that a database error stands for; any other error comes back as it is. */
export function problemOfDatabaseError(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const { code, constraint, message } = databaseFields(error);
  const known = constraints.get(constraint);
  if (known) return known();
  if (code === NUMERIC_OVERFLOW) return AmountOutOfRange();
  if (isRetryable(error) || UNREACHABLE.test(code) || POOL_EXHAUSTED.test(message)) {
    return Object.assign(ServiceUnavailable(), { cause: error });
  }
  return error;
}

function databaseFields(error: unknown) {
  const { code, constraint, message } = (error ?? {}) as { code?: unknown; constraint?: unknown; message?: unknown };
  return { code: textOf(code), constraint: textOf(constraint), message: textOf(message) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
