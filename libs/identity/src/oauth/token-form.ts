import { scopesIn } from '@app/kernel/pure';

/**
 * The fields of a request in which `resource` has one form: the address of the API with a slash at the end, as URL
 * libraries write it, means the same as without. Source: RFC 8707 section 2, RFC 3986 section 6.2.3.
 */
export function withOwnResource(fields: URLSearchParams, resource: string): URLSearchParams {
  return new URLSearchParams(
    [...fields].map(([name, value]) => [name, name === 'resource' && value === `${resource}/` ? resource : value]),
  );
}

/** Whether a refresh asks for a token without access: it names scopes, but none of the API's. */
export function asksForNothing(fields: URLSearchParams): boolean {
  const asked = (fields.get('scope') ?? '').trim();
  return fields.get('grant_type') === 'refresh_token' && asked !== '' && scopesIn(asked).length === 0;
}
