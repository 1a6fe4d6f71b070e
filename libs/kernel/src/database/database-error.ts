import { Problem } from '../problem/problem.js';
import { AmountOutOfRange, DiskFull, ServiceUnavailable } from '../problem/http.problems.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
/** What PgBouncer says, which has no other code, where it does not reach its server; and then it ends the connection. */
const SAID_BY_POOLER = '08P01';
const DISK_FULL = '53100';
const NUMERIC_OVERFLOW = '22003';
/**
 * Connection exceptions (08), insufficient resources (53), operator intervention (57, statement time-outs included), time-outs of
 * idle transactions and of locks, and the operating system's errors of a connection.
 */
const UNREACHABLE = /^(08|53|57|25P03|55P03|ECONN|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/;
const CONNECTION_LOST = /Connection terminated|not queryable/;
/** What the operating system says has other codes, such as EPIPE. */
const SQLSTATE = /^[0-9FHPX][0-9A-Z]{4}$/;

const constraints = new Map<string, () => Problem>();

/** Declares which problem it is when the database refuses a row by this constraint: the last word in every race. */
export function whenConstraintFails(constraint: string, problem: () => Problem): void {
  constraints.set(constraint, problem);
}

/** Whether the same work may simply be tried again. */
export function isRetryable(error: unknown): boolean {
  return [SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_AVAILABLE].includes(databaseFields(error).code);
}

/** Whether a lock was not to be had in time. */
export function isLockTimeout(error: unknown): boolean {
  return databaseFields(error).code === LOCK_NOT_AVAILABLE;
}

/** Whether the server has no space left to write. */
export function isDiskFull(error: unknown): boolean {
  return databaseFields(error).code === DISK_FULL;
}

/** Whether the server itself said so, and is there. */
export function isSaidByServer(error: unknown): boolean {
  const { code } = databaseFields(error);
  return SQLSTATE.test(code) && code !== SAID_BY_POOLER;
}

/** Whether a connection has ended before what was sent on it was answered. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = databaseFields(error);
  return CONNECTION_LOST.test(message) || code === SAID_BY_POOLER;
}

/** The problem that a database error stands for; any other error comes back as it is. */
export function problemOfDatabaseError(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const { code, constraint, message } = databaseFields(error);
  const known = constraints.get(constraint);
  if (known) return known();
  if (code === DISK_FULL) return Object.assign(DiskFull(), { cause: error });
  if (code === NUMERIC_OVERFLOW) return AmountOutOfRange();
  if (isRetryable(error) || UNREACHABLE.test(code) || CONNECTION_LOST.test(message)) return unreachable(error);
  return error;
}

/** Problem of a caller whose database cannot be reached. Only the log shows its cause. */
export function unreachable(cause: unknown): Problem {
  return Object.assign(ServiceUnavailable(), { cause });
}

/** @throws the problem that a database error stands for */
export function refuseAsProblem(error: unknown): never {
  throw problemOfDatabaseError(error);
}

function databaseFields(error: unknown) {
  const { code, constraint, message } = (error ?? {}) as { code?: unknown; constraint?: unknown; message?: unknown };
  return { code: textOf(code), constraint: textOf(constraint), message: textOf(message) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
