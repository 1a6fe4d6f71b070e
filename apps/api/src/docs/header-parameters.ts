import type { OperationTraits } from './general-problems.js';
import { changesOne, isRead, isWrite, sendsBytes } from './general-problems.js';
import type { Parameter } from './openapi-types.js';

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Key that makes the request safe to retry. For 24 hours, a request with the same key, method, URL and body returns the first response, with `Idempotency-Replayed: true`.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'ETag of the resource. The request fails if the resource has changed since then.',
  schema: { type: 'string' },
};

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETag of a cached copy. If it is current, the response is 304 without a body.',
  schema: { type: 'string' },
};

const RANGE: Parameter = {
  name: 'Range',
  in: 'header',
  required: false,
  description: 'One range of bytes, such as `bytes=0-1023`. The whole file is sent for several ranges.',
  schema: { type: 'string' },
};

export function headerParameters(traits: OperationTraits): Parameter[] {
  return [
    ...(isWrite(traits) ? [IDEMPOTENCY_KEY] : []),
    ...(changesOne(traits) ? [IF_MATCH] : []),
    ...(isRead(traits) ? [IF_NONE_MATCH] : []),
    ...(sendsBytes(traits) ? [RANGE] : []),
  ];
}
