/** The ends of the tags of answers that went out packed: the same figures in other bytes. */
const CODED = /-(?:br|gzip)"$/;

/** The tag of an answer in a coding. It is strong, so that it has to differ from that of the plain bytes. Source: RFC 9110, section 8.8.3.3. */
export function codedTag(etag: string, coding: string | null): string {
  return coding === null ? etag : `${etag.slice(0, -1)}-${coding}"`;
}

/**
 * Whether an entity tag is among those of an If-Match header. They are compared strongly: a weak one matches nothing. The
 * tag of a packed answer stands for the resource like that of the plain one. Source: RFC 9110, section 13.1.1.
 */
export function isMatched(ifMatch: string, etag: string): boolean {
  const tags = tagsOf(ifMatch);
  return tags.includes('*') || (tags.includes(etag) && !etag.startsWith('W/'));
}

/**
 * Whether the caller holds what an entity tag stands for, by its If-None-Match. They are compared weakly, and whatever the
 * request says of caches: it asks a server, and browsers and Node add `no-cache` by themselves. Source: RFC 9110, section 13.1.2.
 */
export function isHeld(ifNoneMatch: string, etag: string): boolean {
  const tags = tagsOf(ifNoneMatch).map((tag) => tag.replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(CODED, '"'));
}
