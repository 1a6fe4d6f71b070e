import { Problem } from '../problem/problem.js';
import { AmountOutOfRange, DiskFull, ServiceUnavailable } from '../problem/http.problems.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
/** Error code that PgBouncer returns if it cannot reach its server. It then closes the connection. */
const POOLER_ERROR = '08P01';
const DISK_FULL = '53100';
/** Error code of a write on a standby, for example on a primary that has been demoted. */
const READ_ONLY = '25006';
const NUMERIC_OVERFLOW = '22003';
/**
 * Codes of errors that mean that the database is unreachable: connection errors (08), insufficient resources (53),
 * operator intervention (57), a standby instead of the primary, timeouts and socket errors.
 */
const UNREACHABLE = /^(08|53|57|25006|25P03|55P03|ECONN|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/;
const CONNECTION_LOST = /Connection terminated|not queryable/;
const SQLSTATE = /^[0-9FHPX][0-9A-Z]{4}$/;

const constraints = new Map<string, (detail: string) => Problem>();

/**
 * Registers the problem to report if a constraint is violated, for example by two concurrent requests.
 * @param problem receives the detail of the database error
 */
export function whenConstraintFails(constraint: string, problem: (detail: string) => Problem): void {
  constraints.set(constraint, problem);
}

export function isRetryable(error: unknown): boolean {
  return [SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_AVAILABLE].includes(databaseFields(error).code);
}

export function isLockTimeout(error: unknown): boolean {
  return databaseFields(error).code === LOCK_NOT_AVAILABLE;
}

export function isDiskFull(error: unknown): boolean {
  return databaseFields(error).code === DISK_FULL;
}

export function isReadOnly(error: unknown): boolean {
  return databaseFields(error).code === READ_ONLY;
}

export function isSaidByServer(error: unknown): boolean {
  const { code } = databaseFields(error);
  return SQLSTATE.test(code) && code !== POOLER_ERROR;
}

export function isConnectionLost(error: unknown): boolean {
  const { code, message } = databaseFields(error);
  return CONNECTION_LOST.test(message) || code === POOLER_ERROR;
}

export function problemOfDatabaseError(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const { code, constraint, message, detail } = databaseFields(error);
  const known = constraints.get(constraint);
  if (known) return known(detail);
  if (code === DISK_FULL) return Object.assign(DiskFull(), { cause: error });
  if (code === NUMERIC_OVERFLOW) return AmountOutOfRange();
  if (isRetryable(error) || UNREACHABLE.test(code) || CONNECTION_LOST.test(message)) return unreachable(error);
  return error;
}

export function unreachable(cause: unknown): Problem {
  return Object.assign(ServiceUnavailable(), { cause });
}

export function refuseAsProblem(error: unknown): never {
  throw problemOfDatabaseError(error);
}

function databaseFields(error: unknown) {
  const { code, constraint, message, detail } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return { code: textOf(code), constraint: textOf(constraint), message: textOf(message), detail: textOf(detail) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
