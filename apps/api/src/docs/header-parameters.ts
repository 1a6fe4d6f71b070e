import type { OperationTraits } from './general-problems.js';
import { changesOne, isRead, isWrite } from './general-problems.js';
import type { Parameter } from './openapi-types.js';

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request happen once. For 24 hours a repeat with the same key, method, address and body gets the first answer again, with `Idempotency-Replayed: true`.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag that the resource was read with: the request is refused when it was changed since.',
  schema: { type: 'string' },
};

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the copy that the client holds: while it is current, the answer is 304 without a body.',
  schema: { type: 'string' },
};

/** The headers that a request may be sent with, besides its token. */
export function headerParameters(traits: OperationTraits): Parameter[] {
  return [
    ...(isWrite(traits) ? [IDEMPOTENCY_KEY] : []),
    ...(changesOne(traits) ? [IF_MATCH] : []),
    ...(isRead(traits) ? [IF_NONE_MATCH] : []),
  ];
}
