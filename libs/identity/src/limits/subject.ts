import { createHash } from 'node:crypto';

/** Returns the key of a counter. The parts are hashed, so that the table does not reveal email or IP addresses. */
export function subjectOf(kind: string, ...parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
  return `${kind}:${digest}`;
}
