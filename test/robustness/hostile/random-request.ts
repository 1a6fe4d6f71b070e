import { resolved } from '../../e2e/support/openapi-document.js';
import type { Client, SendOptions } from '../../e2e/support/client.js';
import { multipart } from '../../../libs/importing/test/statements.js';
import type { PublishedOperation } from './published-operations.js';
import type { Source } from './valid-values.js';
import { validObject, validValue } from './valid-values.js';

/** Request before serialization. Tests tamper with its parts. */
export interface RandomRequest {
  readonly operation: PublishedOperation;
  method: string;
  path: Record<string, string>;
  query: [string, string][];
  headers: Record<string, string>;
  body: unknown;
  /** Body that cannot be written as a JSON value. */
  raw?: string | Buffer;
  address?: (address: string) => string;
  readonly story: string[];
}

/** Marks a JSON number that JavaScript cannot represent. `written` removes the marks and the quotes. */
export const unquoted = (text: string): string => `«${text}»`;

export function validRequest(source: Source, operation: PublishedOperation): RandomRequest {
  const { random } = source;
  const request: RandomRequest = {
    operation,
    method: operation.method,
    path: {},
    query: [],
    headers: {},
    body: undefined,
    story: [],
  };
  for (const parameter of operation.parameters) {
    if (parameter.in === 'path') {
      request.path[parameter.name] = String(validValue(source, parameter.schema, parameter.name));
    } else if (parameter.in === 'query' && parameter.name !== 'cursor' && random.happens(0.25)) {
      request.query.push([parameter.name, String(validValue(source, parameter.schema, parameter.name))]);
    }
  }
  if (operation.parameters.some(({ name }) => name === 'Idempotency-Key') && random.happens(0.1)) {
    request.headers['idempotency-key'] = `key-${random.whole(1, 30)}`;
  }
  if (operation.body) {
    request.body = validObject(source, resolved(source.document, operation.body.schema));
  }
  return request;
}

export function send(api: Client, request: RandomRequest) {
  return api.send(request.method, addressOf(request), undefined, payloadOf(request));
}

export function addressOf({ operation, path, query, address }: RandomRequest): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'name' || name === 'rfc' ? encoded(path[name] ?? '') : (path[name] ?? ''),
  );
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return (address ? address(filled) : filled) + (pairs.length > 0 ? `?${pairs.join('&')}` : '');
}

function payloadOf({ operation, body, raw, headers }: RandomRequest): SendOptions {
  if (raw !== undefined) return { raw, headers };
  if (body === undefined) return { headers };
  if (
    operation.body?.type !== 'multipart/form-data' ||
    typeof body !== 'object' ||
    body === null ||
    Array.isArray(body)
  ) {
    return { raw: written(body), headers };
  }
  const parts = Object.entries(body).map(([name, value]) => ({
    name: name.replace(/["\r\n]/g, ''),
    content: typeof value === 'string' ? value : written(value),
    ...(name === 'file' ? { filename: 'estado.csv' } : {}),
  }));
  const form = multipart(...parts);
  return { raw: form.raw, headers: { ...form.headers, ...headers } } as SendOptions;
}

/** Serializes a value as JSON, including numbers that `unquoted` marked. */
export function written(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll(/"«([^»]*)»"/g, '$1');
}

/** Encodes a query value, unless it is a valid or invalid percent escape. */
function encoded(text: string): string {
  return /^%[a-z0-9]{0,2}$/i.test(text) ? text : encodeURIComponent(text.toWellFormed());
}
