import { rememberAnswer } from './answer.js';
import {
  ApiError,
  CentavoError,
  ConnectionError,
  retryAfterSeconds,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors.js';
import { PROBLEM_CLASSES } from './generated/problems.js';
import type { Problem } from './generated/schemas/schemas.js';
import type { ChangeOptions } from './request.js';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 8_000;
/**
 * Longest Retry-After, in seconds, for which the client waits. If the service asks for more, the client throws the
 * error.
 */
const MAX_RETRY_AFTER_SECONDS = 60;
const RETRIED = [429, 502, 503, 504];
const WITH_KEY = ['POST', 'PATCH', 'DELETE'];

export interface TransportOptions {
  readonly baseUrl: string;
  readonly token: () => string | Promise<string>;
  readonly fetch: typeof fetch;
  readonly maxRetries: number;
  readonly timeoutMs: number;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** True if the response is a file, which is returned as a `Blob`. */
  readonly isFile?: boolean;
}

/**
 * Sends a request. Retries it after a broken connection, after a 429, 502, 503 or 504, or while another request with
 * its idempotency key is running. Does not retry if Retry-After is more than a minute. All attempts use the same key,
 * so the service applies a change only once even if its response is lost.
 */
export async function send(
  options: TransportOptions,
  sent: Sent,
  changeOptions: ChangeOptions<object>,
): Promise<unknown> {
  const key = changeOptions.idempotencyKey ?? crypto.randomUUID();
  for (let attempt = 0; ; attempt += 1) {
    let wait: number;
    try {
      const response = await attemptOnce(options, sent, changeOptions, key);
      if (response.ok) return response.value;
      const { problem, headers } = response;
      const isBusy = RETRIED.includes(response.status) || problem?.code === 'IDEMPOTENCY_IN_PROGRESS';
      const retryAfter = retryAfterSeconds(headers);
      if (!isBusy || attempt >= options.maxRetries || (retryAfter ?? 0) > MAX_RETRY_AFTER_SECONDS)
        throw response.error();
      wait = retryAfter === null ? backoff(attempt) : retryAfter * 1000 + Math.random() * FIRST_WAIT_MS;
    } catch (error) {
      if (!(error instanceof ConnectionError) || attempt >= options.maxRetries) throw error;
      wait = backoff(attempt);
    }
    await pause(wait, changeOptions.signal);
  }
}

/**
 * Returns a random wait in milliseconds, so that many clients do not retry at the same time. The maximum doubles with
 * each attempt.
 */
function backoff(attempt: number): number {
  return Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
}

interface Refused {
  readonly ok: false;
  readonly status: number;
  readonly headers: Headers;
  readonly problem: Problem | undefined;
  error(): Error;
}

async function attemptOnce(
  { baseUrl, token, fetch, timeoutMs }: TransportOptions,
  { method, path, body, isFile = false }: Sent,
  { signal, ifMatch, requestId, timeoutMs: ownTimeoutMs = timeoutMs, query }: ChangeOptions<object>,
  key: string,
): Promise<{ readonly ok: true; readonly value: unknown } | Refused> {
  const isDryRun = (query as { dryRun?: boolean } | undefined)?.dryRun === true;
  const isForm = body instanceof FormData;
  const headers = {
    authorization: `Bearer ${await token()}`,
    accept: 'application/json',
    ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    ...(WITH_KEY.includes(method) && !isDryRun && { 'idempotency-key': key }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(requestId !== undefined && { 'x-request-id': requestId }),
  };
  signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(ownTimeoutMs);
  try {
    const response = await fetch(baseUrl + path, {
      method,
      headers,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      // A redirect could send the token to another host.
      redirect: 'error',
    });
    return await read(response, isFile);
  } catch (error) {
    if (error instanceof CentavoError) throw error;
    if (signal?.aborted) throw signal.reason;
    if (deadline.aborted) throw new TimeoutError(`No response within ${ownTimeoutMs} ms.`, { cause: error });
    throw new ConnectionError(`${method} ${path.split('?')[0]} could not be sent.`, { cause: error });
  }
}

async function read(
  response: Response,
  isFile: boolean,
): Promise<{ readonly ok: true; readonly value: unknown } | Refused> {
  const { ok, status, headers } = response;
  const type = headers.get('content-type') ?? '';
  if (ok && (isFile || type === 'application/zip')) return { ok, value: await response.blob() };
  const text = await response.text();
  const value: unknown = /^application\/([a-z.+-]+\+)?json\b/.test(type) ? parsed(text, status) : text;
  if (ok) {
    rememberAnswer(value, response);
    return { ok, value };
  }
  const problem = type.startsWith('application/problem+json') ? (value as Problem) : undefined;
  return {
    ok: false,
    status,
    headers,
    problem,
    error: () => (problem === undefined ? new UnexpectedAnswerError(status, text) : errorOf(problem, headers)),
  };
}

function parsed(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedAnswerError(status, text);
  }
}

function errorOf(problem: Problem, headers: Headers): ApiError {
  const classes: Readonly<Record<string, new (...args: [Problem, Headers]) => ApiError>> = PROBLEM_CLASSES;
  const Class = Object.hasOwn(classes, problem.code) ? classes[problem.code]! : ApiError;
  return new Class(problem, headers);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the caller chooses the reason
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
