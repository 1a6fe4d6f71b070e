import { createHash } from 'node:crypto';

/** Returns a UUID that depends only on the given parts, so that a dismissed suggestion stays dismissed. */
export function suggestionId(...parts: readonly (string | bigint | null)[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(parts.map(String)))
    .digest('hex');
  const groups = [digest.slice(0, 8), digest.slice(8, 12), `7${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  return [...groups, digest.slice(20, 32)].join('-');
}
