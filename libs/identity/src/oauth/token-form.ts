/**
 * The fields of a request with the API under one name: its address with a slash at the end, as URL libraries write it,
 * is the same resource as without. Source: RFC 8707 section 2, RFC 3986 section 6.2.3.
 */
export function withOwnResource(fields: URLSearchParams, resource: string): URLSearchParams {
  return new URLSearchParams(
    [...fields].map(([name, value]) => [name, name === 'resource' && value === `${resource}/` ? resource : value]),
  );
}

/** Whether a refresh is for a token that would open nothing: it names scopes, but none of the API's. */
export function asksForNothing(fields: URLSearchParams): boolean {
  const words = (fields.get('scope') ?? '').split(' ').filter((word) => word !== '');
  if (fields.get('grant_type') !== 'refresh_token' || words.length === 0) return false;
  return !words.includes('read_only') && !words.includes('read_write');
}
