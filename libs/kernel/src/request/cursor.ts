import { createHash } from 'node:crypto';
import { CursorInvalid } from '../problem/http.problems.js';

export type Position = readonly string[];

/**
 * Returns an opaque cursor for the rows after a position. It contains a digest of the list, the filters and the
 * position, which reveals altered cursors and cursors of other lists.
 */
export function writeCursor(list: string, filters: object, position: Position): string {
  const payload = Buffer.from(JSON.stringify(position));
  return Buffer.concat([digest(list, filters, payload), payload]).toString('base64url');
}

/**
 * Parses a cursor. Returns undefined if the request has no cursor.
 * @throws CursorInvalid if it was not created for this list and these filters
 */
export function readCursor(list: string, filters: object, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(DIGEST_BYTES);
  // A decoder accepts several base64 texts for the same bytes. This comparison rejects all of them except the canonical
  // one.
  if (
    bytes.toString('base64url') !== cursor ||
    !digest(list, filters, payload).equals(bytes.subarray(0, DIGEST_BYTES))
  ) {
    throw CursorInvalid();
  }
  // The digest is not a signature, because a client can compute it for any bytes. So the position may still be invalid.
  const position = parsed(payload);
  if (!Array.isArray(position) || !position.every((part) => typeof part === 'string')) throw CursorInvalid();
  return position;
}

const DIGEST_BYTES = 12;
/** Query parameters that affect only the paging and the format of a list. */
const NO_FILTERS = ['limit', 'cursor', 'format'];

function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return null;
  }
}

function digest(list: string, filters: object, payload: Buffer): Buffer {
  const conditions = Object.entries(filters)
    .filter(([key, value]) => value !== undefined && !NO_FILTERS.includes(key))
    .sort(([a], [b]) => a.localeCompare(b));
  return createHash('sha256')
    .update(JSON.stringify([list, conditions]))
    .update(payload)
    .digest()
    .subarray(0, DIGEST_BYTES);
}
