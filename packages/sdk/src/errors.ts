import type { Problem, ProblemError } from './generated/schemas/schemas.js';

export class CentavoError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The service could not be reached or the connection broke, even after the last retry. */
export class ConnectionError extends CentavoError {}

/** An attempt exceeded the timeout, even after the last retry. */
export class TimeoutError extends ConnectionError {}

/** The answer did not come from the service, but from a proxy or another program at this address. */
export class UnexpectedAnswerError extends CentavoError {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`The answer with status ${status} did not come from the API.`);
  }
}

/** A problem returned by the service. Each `code` has its own class, such as `AccountNotFoundError`. */
export class ApiError<Code extends string = string> extends CentavoError {
  readonly code: Code;
  readonly status: number;
  /** One sentence for the user. */
  readonly detail: string;
  /** URL of the page that explains the problem. */
  readonly type: string;
  readonly requestId: string;
  /** Faults of single fields, parameters or headers; empty for other problems. */
  readonly errors: readonly ProblemError[];
  /** Seconds to wait before the next attempt, if the service states them. */
  readonly retryAfter: number | null;

  constructor(
    /** The problem as returned, including additional members of its kind. */
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

  /** Returns the fault of a field of the body: `error.field('amount')`, `error.field('splits/0/amount')`. */
  field(name: string): ProblemError | undefined {
    return this.errors.find(({ pointer, parameter }) => pointer === `#/${name}` || parameter === name);
  }
}

/** Seconds of a Retry-After header, which may also be a date (RFC 9110, 10.2.3); null without a usable one. */
export function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim();
  if (!value) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? null : Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
