import { createHash } from 'node:crypto';
import { RateLimited, ValidationFailed } from '../problem/http.problems.js';
import { Problem } from '../problem/problem.js';
import type { Principal } from './principal.js';
import { READING_SCOPES } from './scopes.js';

export interface SentRequest {
  readonly method: string;
  readonly caller: Pick<Principal, 'allowed'>;
  readonly url: string;
  /** Bytes of a JSON body. A multipart body has fields and a file instead. */
  readonly bodyBytes?: Buffer;
  readonly body?: unknown;
  /** The uploaded file. If it is not in memory, it has `sha256` instead of `buffer`. */
  readonly file?: {
    readonly fieldname: string;
    readonly originalname: string;
    readonly buffer: Buffer;
    readonly sha256?: string;
  };
}

const KEY = /^[\x21-\x7e]{1,255}$/;

const STORED_REFUSALS = [404, 409, 422];

/**
 * Maximum MiB of responses that a workspace stores within 24 hours. Enough for 200,000 responses with one transaction
 * each.
 */
export const MAX_STORED_MIB = 200;

/** Creates a RateLimited problem for a request whose response would exceed MAX_STORED_MIB. */
export function StoredAnswersFull(seconds: number): Problem {
  const detail = `The workspace has stored ${MAX_STORED_MIB} MiB of responses for Idempotency-Keys and confirmations within 24 hours. Nothing was done. Retry in ${seconds} seconds.`;
  return new Problem(RateLimited, detail, { headers: { 'Retry-After': String(seconds) } });
}

/**
 * Returns the Idempotency-Key, or null if the request has no such header.
 * @throws ValidationFailed if the key is not 1 to 255 visible ASCII characters
 */
export function idempotencyKeyOf(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw ValidationFailed([
    { header: 'Idempotency-Key', code: 'KEY_INVALID', detail: 'must be 1 to 255 visible ASCII characters' },
  ]);
}

export function isStoredRefusal(status: number): boolean {
  return STORED_REFUSALS.includes(status);
}

/**
 * Returns a digest of the method, the URL and the body or multipart parts. If the caller cannot read everything,
 * includes its scopes, because a stored response contains only the parts that its first caller may read.
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
    .update(request.file.sha256 ?? request.file.buffer)
    .digest();
}
