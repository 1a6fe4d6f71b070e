import { CentavoError } from './errors.js';
import type { Operations } from './generated/operations.js';
import { OPERATIONS } from './generated/operations.js';
import { Pages } from './pages.js';
import type { ChangeOptions, Upload } from './request.js';
import type { TransportOptions } from './transport.js';
import { send } from './transport.js';

export interface CentavoOptions {
  /** API key (`svc_…`) or OAuth access token, or a function that the client calls for one before each request. */
  readonly token: string | (() => string | Promise<string>);
  /** Base URL of the service, such as `https://centavo.example`. */
  readonly baseUrl: string;
  /** Maximum number of retries per request; 3 by default. */
  readonly maxRetries?: number;
  /** Timeout of one attempt in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Function that sends requests; the platform's `fetch` by default. */
  readonly fetch?: typeof fetch;
  /**
   * Allows an API key in a browser, where every visitor of the page can read it. Use this option only for pages that
   * nobody else can open.
   */
  readonly allowApiKeyInBrowser?: boolean;
}

class Client {
  readonly #transport: TransportOptions;

  constructor(options: CentavoOptions) {
    const { token, baseUrl, maxRetries = 3, timeoutMs = 30_000, allowApiKeyInBrowser = false } = options;
    const isRefused = (value: string) => value.startsWith('svc_') && !allowApiKeyInBrowser && isBrowser();
    const checked = (value: string): string => {
      if (isRefused(value)) {
        throw new CentavoError('An API key must not be used in a browser. Use an OAuth access token of the user.');
      }
      return value;
    };
    if (typeof token === 'string') checked(token);
    this.#transport = {
      baseUrl: new URL(baseUrl).href.replace(/\/+$/, ''),
      token: typeof token === 'string' ? () => token : async () => checked(await token()),
      fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
      maxRetries,
      timeoutMs,
    };
  }

  /**
   * Sends a request for which the client has no method, and returns the JSON or text of the response.
   * @param isFile true to return the bytes of the response as a `Blob`
   */
  request(
    method: string,
    path: string,
    body?: unknown,
    options: ChangeOptions<object> = {},
    isFile = false,
  ): Promise<unknown> {
    return send(this.#transport, { method, path: path + queryOf(options.query), body, isFile }, options);
  }
}

/**
 * Client of the API with a method for each operation, named as in `/openapi.json`. The arguments are the path
 * parameters, then the body (or the query of a read operation), then the options: `centavo.updateAccount(id, { name:
 * 'Nómina' }, { ifMatch: etag })`.
 */
export type Centavo = Client & Operations;
export const Centavo = Client as new (options: CentavoOptions) => Centavo;

for (const [name, operation] of Object.entries(OPERATIONS)) {
  Object.defineProperty(Client.prototype, name, { value: methodOf(operation), enumerable: false });
}

function methodOf(operation: string) {
  const [method, template, traits = ''] = operation.split(' ') as [string, string, string?];
  const parameters = [...template.matchAll(/\{(\w+)\}/g)].length;
  return function (this: Client, ...args: unknown[]): unknown {
    const ids = args.slice(0, parameters) as string[];
    if (ids.some((id) => typeof id !== 'string' || id === ''))
      throw new CentavoError(`${template} needs a value for each path parameter.`);
    let next = 0;
    const path = template.replace(/\{\w+\}/g, () => encodeURIComponent(ids[next++]!));
    const others = args.slice(parameters);
    if (method === 'GET') {
      const [query = {}, options = {}] = others as [object?, ChangeOptions<object>?];
      const read = (cursor?: string) =>
        this.request(method, path, undefined, {
          ...options,
          query: cursor === undefined ? query : { ...query, cursor },
        });
      if (traits.includes('f')) return this.request(method, path, undefined, options, true);
      return traits.includes('p') ? new Pages(read as () => Promise<never>) : read();
    }
    const body = traits.includes('b') || traits.includes('m') ? others.shift() : undefined;
    const options = others[0] as ChangeOptions<object> | undefined;
    return this.request(method, path, traits.includes('m') ? formOf(body as object) : body, options);
  };
}

function queryOf(query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length === 0
    ? ''
    : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()}`;
}

function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.append(name, value, (value as File).name || 'file');
    else if (isFile(value)) form.append(name, new Blob([value.content]), value.filename);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

function isFile(value: unknown): value is Exclude<Upload, Blob> {
  return typeof value === 'object' && value !== null && 'content' in value && 'filename' in value;
}

function isBrowser(): boolean {
  const place = globalThis as { document?: unknown; importScripts?: unknown; WebSocketPair?: unknown };
  return (
    place.document !== undefined || (typeof place.importScripts === 'function' && place.WebSocketPair === undefined)
  );
}
