/** Suffix of the ETags of compressed responses. */
const CODED = /-(?:br|gzip)"$/;

/**
 * Returns the ETag of a compressed response. A strong ETag must differ from that of the plain bytes. Source: RFC 9110,
 * section 8.8.3.3.
 */
export function codedTag(etag: string, coding: string | null): string {
  return coding === null ? etag : `${etag.slice(0, -1)}-${coding}"`;
}

/**
 * True if an ETag is in an If-Match header. Strong comparison: weak ETags never match. The ETag of a compressed
 * response matches the plain one. Source: RFC 9110, section 13.1.1.
 */
export function isMatched(ifMatch: string, etag: string): boolean {
  const tags = tagsOf(ifMatch);
  return tags.includes('*') || (tags.includes(etag) && !etag.startsWith('W/'));
}

/**
 * True if an ETag is in an If-None-Match header. Weak comparison. Cache-Control is ignored, because browsers and Node
 * add `no-cache` themselves. Source: RFC 9110, section 13.1.2.
 */
export function isHeld(ifNoneMatch: string, etag: string): boolean {
  const tags = tagsOf(ifNoneMatch).map((tag) => tag.replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(CODED, '"'));
}
