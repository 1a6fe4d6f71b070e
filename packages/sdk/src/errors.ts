import type { Problem, ProblemError } from './generated/schemas/schemas.js';

/** The base class of all errors that the client throws. */
export class CentavoError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The service could not be reached, or the connection broke, also after the last retry. */
export class ConnectionError extends CentavoError {}

/** An attempt took longer than it may, also after the last retry. */
export class TimeoutError extends ConnectionError {}

/** Something else than the service answered: a proxy, or another program at this address. */
export class UnexpectedAnswerError extends CentavoError {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`the answer ${status} is no answer of the API`);
  }
}

/** A problem that the service answered. Each `code` has a class of its own, such as `AccountNotFoundError`. */
export class ApiError<Code extends string = string> extends CentavoError {
  readonly code: Code;
  readonly status: number;
  /** One sentence for a person. */
  readonly detail: string;
  /** The address of the page that says what to do. */
  readonly type: string;
  readonly requestId: string;
  /** What is wrong with each field, parameter or header; empty where none is at fault. */
  readonly errors: readonly ProblemError[];
  /** After how many seconds to try again, where the service says it. */
  readonly retryAfter: number | null;

  constructor(
    /** The problem as it was answered, with members of its own where its kind has some. */
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

  /** What is wrong with a field of the body: `error.field('amount')`, `error.field('splits/0/amount')`. */
  field(name: string): ProblemError | undefined {
    return this.errors.find(({ pointer, parameter }) => pointer === `#/${name}` || parameter === name);
  }
}

/** Seconds of a Retry-After header, which may also name a moment (RFC 9110, 10.2.3); null without a usable one. */
export function retryAfterSeconds(headers: Headers): number | null {
  const given = headers.get('retry-after')?.trim();
  if (!given) return null;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  const moment = Date.parse(given);
  return Number.isNaN(moment) ? null : Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
