import { createHash } from 'node:crypto';
import { ValidationFailed } from '../problem/http.problems.js';
import type { Principal } from './principal.js';
import { READING_SCOPES } from './scopes.js';

/** What of a request makes it the same as another one. */
export interface SentRequest {
  readonly method: string;
  readonly caller: Pick<Principal, 'allowed'>;
  readonly url: string;
  /** The body as it was sent, where it is JSON; of a multipart body, its fields and its file. */
  readonly bodyBytes?: Buffer;
  readonly body?: unknown;
  readonly file?: { readonly fieldname: string; readonly originalname: string; readonly buffer: Buffer };
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** The answers that are kept: done, and refused for a reason that the same request would meet again. */
const STORED_REFUSALS = [404, 409, 422];

/**
 * The key under which a request is done once, or null where it has none.
 * @throws ValidationFailed when it is not 1 to 255 visible ASCII characters
 */
export function idempotencyKeyOf(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw ValidationFailed([
    { header: 'Idempotency-Key', code: 'KEY_INVALID', detail: 'must be 1 to 255 visible ASCII characters' },
  ]);
}

/** Whether a refusal with this status is answered again to a repeated request. */
export function isStoredRefusal(status: number): boolean {
  return STORED_REFUSALS.includes(status);
}

/**
 * What makes two requests the same: method, address with query, and what was sent. Of a multipart body, its parts. The scopes of
 * a caller that does not read everything count too: a stored answer holds only the parts that its first caller may read.
 */
export function requestFingerprint(request: SentRequest): Buffer {
  const { allowed } = request.caller;
  const readsAll = READING_SCOPES.every((scope) => allowed.has(scope));
  const scopes = readsAll ? [] : [...allowed].toSorted();
  const hash = createHash('sha256').update(JSON.stringify([request.method, request.url, ...scopes]));
  if (request.file === undefined) return hash.update(request.bodyBytes ?? '').digest();
  const fields = Object.entries(request.body as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash
    .update(JSON.stringify([fields, request.file.fieldname, request.file.originalname]))
    .update(request.file.buffer)
    .digest();
}
