import { scopesIn } from '@app/kernel/pure';

/**
 * Removes the trailing slash that URL libraries add to the API's address in `resource`. Source: RFC 8707 section 2, RFC
 * 3986 section 6.2.3.
 */
export function withOwnResource(fields: URLSearchParams, resource: string): URLSearchParams {
  return new URLSearchParams(
    [...fields].map(([name, value]) => [name, name === 'resource' && value === `${resource}/` ? resource : value]),
  );
}

/** True if a refresh request names scopes but no scope of the API. The new token would have no access. */
export function asksForNothing(fields: URLSearchParams): boolean {
  const scope = (fields.get('scope') ?? '').trim();
  return fields.get('grant_type') === 'refresh_token' && scope !== '' && scopesIn(scope).length === 0;
}
