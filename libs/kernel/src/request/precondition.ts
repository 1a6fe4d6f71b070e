/**
 * Whether an entity tag is among those of an If-Match header. They are compared strongly: a weak one matches nothing.
 * Source: RFC 9110, section 13.1.1.
 */
export function isMatched(ifMatch: string, etag: string): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.includes('*') || (tags.includes(etag) && !etag.startsWith('W/'));
}
