/** Suffix of the ETag of a compressed response. */
const CODED = /-(?:br|gzip)"$/;

/**
 * Returns the ETag of a compressed response. A strong ETag must differ from the ETag of the uncompressed bytes (RFC
 * 9110 section 8.8.3.3).
 */
export function codedTag(etag: string, coding: string | null): string {
  return coding === null ? etag : `${etag.slice(0, -1)}-${coding}"`;
}

/**
 * True if the If-Match header contains the ETag. Uses strong comparison, so weak ETags never match. The ETag of a
 * compressed response matches the ETag of the uncompressed response. Source: RFC 9110 section 13.1.1.
 */
export function isMatched(ifMatch: string, etag: string): boolean {
  const tags = tagsOf(ifMatch);
  return tags.includes('*') || (tags.includes(etag) && !etag.startsWith('W/'));
}

/**
 * True if the If-None-Match header contains the ETag. Uses weak comparison. Ignores Cache-Control, because browsers and
 * Node.js add `no-cache` on their own. Source: RFC 9110 section 13.1.2.
 */
export function isHeld(ifNoneMatch: string, etag: string): boolean {
  const tags = tagsOf(ifNoneMatch).map((tag) => tag.replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** Returns the part of a JSON response that its ETag covers: the given fields, or everything if there are none. */
export function recordedPart(body: string, fields: readonly string[] | undefined): string {
  if (fields === undefined) return body;
  const answer = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return JSON.stringify(fields.map((field) => answer[field]));
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(CODED, '"'));
}
