import type { Problem, ProblemError } from './generated/schemas/schemas.js';

export class CentavoError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Thrown if the client could not reach the service or the connection broke, even on the last retry. */
export class ConnectionError extends CentavoError {}

/** Thrown if an attempt took longer than the timeout, even on the last retry. */
export class TimeoutError extends ConnectionError {}

/** Thrown if a proxy or another program at this address responded instead of the service. */
export class UnexpectedAnswerError extends CentavoError {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`The response with status ${status} did not come from the API.`);
  }
}

/** Thrown if the service returns a problem. Each `code` has its own class, such as `AccountNotFoundError`. */
export class ApiError<Code extends string = string> extends CentavoError {
  readonly code: Code;
  readonly status: number;
  /** Explanation for the user in one sentence. */
  readonly detail: string;
  /** URL of the page that explains the problem. */
  readonly type: string;
  readonly requestId: string;
  /** Errors of single fields, parameters or headers; empty for other problems. */
  readonly errors: readonly ProblemError[];
  /** Seconds to wait before the next attempt; null if the response does not say. */
  readonly retryAfter: number | null;

  constructor(
    /** Body of the problem, including members that only this kind of problem has. */
    readonly problem: Problem & { readonly errors?: readonly ProblemError[] },
    readonly headers: Headers,
  ) {
    super(`${problem.code}: ${problem.detail}`);
    this.code = problem.code as string as Code;
    this.status = problem.status;
    this.detail = problem.detail;
    this.type = problem.type;
    this.requestId = problem.requestId;
    this.errors = problem.errors ?? [];
    this.retryAfter = retryAfterSeconds(headers);
  }

  /**
   * Returns the error of a field in the body or of a parameter. Pass the path of a nested field, such as
   * `splits/0/amount`.
   */
  field(name: string): ProblemError | undefined {
    return this.errors.find(({ pointer, parameter }) => pointer === `#/${name}` || parameter === name);
  }
}

/**
 * Returns the seconds in a Retry-After header. If it contains a date, returns the seconds until then (RFC 9110, section
 * 10.2.3). Returns null if the header is missing or invalid.
 */
export function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim();
  if (!value) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? null : Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
