import { request as sendRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem, Success } from './answers.js';
import type { OpenapiCheck } from './openapi-check.js';
import { GIVE_UP_AFTER_MS } from './until.js';

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Parsed body; undefined if it is empty or not JSON. */
  readonly body: Body & Omit<Problem, keyof Body>;
}

/** Formats the status and the problem code, such as `200` or `404 ACCOUNT_NOT_FOUND`. */
export function statusAndCode({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  return `${status} ${(body as Problem | undefined)?.code ?? ''}`.trim();
}

/** Formats each error as its location and code, such as `#/amount AMOUNT_INVALID`. */
export function errorsOf({ body }: Pick<Answer, 'body'>): string[] {
  return (body.errors ?? []).map(({ pointer, parameter, header, code }) => `${pointer ?? parameter ?? header} ${code}`);
}

/** Formats the status and the error locations, such as `400 #/amount #/date`. */
export function statusAndPointers({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  return `${status} ${(body.errors ?? []).map(({ pointer, parameter }) => pointer ?? parameter).join(' ')}`;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly raw?: string | Buffer;
  /** True if a 5xx response does not fail the test, because the test injects faults. */
  readonly mayFail?: boolean;
}

/** Members that only some problems have. */
const FURTHER_MEMBERS = ['errors', 'operation', 'free', 'closedThrough', 'transactionIds', 'sections', 'maximum'];
const PROBLEM_MEMBERS = ['code', 'detail', 'requestId', 'status', 'title', 'type'];

/**
 * Calls the service with a token. Checks each response against the common rules and the OpenAPI document. A 5xx
 * response fails the test.
 */
export class Client {
  constructor(
    readonly url: string,
    readonly token: string | null,
    private readonly check: Promise<OpenapiCheck | null>,
    private readonly log: () => readonly string[],
  ) {}

  as(token: string | null): Client {
    return new Client(this.url, token, this.check, this.log);
  }

  get<Path extends string>(path: Path, options?: SendOptions): Promise<Answer<Success<'GET', Path>>> {
    return this.send('GET', path, undefined, options);
  }

  post<Path extends string>(path: Path, body?: unknown, options?: SendOptions): Promise<Answer<Success<'POST', Path>>> {
    return this.send('POST', path, body, options);
  }

  patch<Path extends string>(
    path: Path,
    body?: unknown,
    options?: SendOptions,
  ): Promise<Answer<Success<'PATCH', Path>>> {
    return this.send('PATCH', path, body, options);
  }

  put<Path extends string>(path: Path, body?: unknown, options?: SendOptions): Promise<Answer<Success<'PUT', Path>>> {
    return this.send('PUT', path, body, options);
  }

  delete<Path extends string>(
    path: Path,
    body?: unknown,
    options?: SendOptions,
  ): Promise<Answer<Success<'DELETE', Path>>> {
    return this.send('DELETE', path, body, options);
  }

  async send<Method extends string, Path extends string>(
    method: Method,
    path: Path,
    body?: unknown,
    options: SendOptions = {},
  ): Promise<Answer<Success<Method, Path>>> {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await exchange(method, `${this.url}${path}`, payload, {
      ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    });
    if (answer.status >= 500 && !options.mayFail) {
      const logged = this.log().filter((line) => line.includes(String(answer.headers['x-request-id'])));
      throw new Error(
        `${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}\n${logged.join('\n')}`,
      );
    }
    checkCommonRules(method, path, answer);
    if (answer.status < 500) (await this.check)?.answerFits(method, path, answer);
    return answer as Answer<Success<Method, Path>>;
  }
}

/** Uses node:http, which, unlike fetch, accepts any method, header and path. */
function exchange(
  method: string,
  url: string,
  payload: string | Buffer | undefined,
  headers: Record<string, string | string[]>,
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  // URL would normalize the path.
  const path = url.slice(url.indexOf('/', 'http://'.length));
  const contentLength =
    payload === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(payload) };
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      { hostname, port, path, method, headers: { ...contentLength, ...headers }, timeout: GIVE_UP_AFTER_MS },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode!, headers: response.headers, text, body: parsed(text) as Problem });
        });
      },
    );
    request.on('timeout', () =>
      request.destroy(new Error(`${method} ${path} was not answered within ${GIVE_UP_AFTER_MS} ms`)),
    );
    request.on('error', reject);
    request.end(payload);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkCommonRules(method: string, path: string, { status, headers, body, text }: Answer): void {
  const violation = (fault: string) =>
    new Error(`${method} ${path} answered ${status} ${fault}: ${text.slice(0, 500)}`);
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(String(headers['x-request-id']))) throw violation('without a request ID');
  if (status < 400 || method === 'HEAD') return;
  if (!String(headers['content-type']).startsWith('application/problem+json')) throw violation('without problem+json');
  const members = Object.keys(body as object).filter((name) => !FURTHER_MEMBERS.includes(name));
  if (members.sort().join() !== PROBLEM_MEMBERS.join()) throw violation('with the wrong members of a problem');
  if (body.status !== status) throw violation('with a different status in the body');
  // A replayed response equals the original byte for byte, including the request ID in the body.
  if (body.requestId !== headers['x-request-id'] && headers['idempotency-replayed'] !== 'true')
    throw violation('with a different request ID in the body');
  if (!String(body.type).endsWith(`/${String(body.code).toLowerCase().replaceAll('_', '-')}`))
    throw violation('with a type that differs from the code');
  if (/\bat \S+ \(|node_modules|violates |syntax error|invalid input/.test(text))
    throw violation('with internal details');
}
