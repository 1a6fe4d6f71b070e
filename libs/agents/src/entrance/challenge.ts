import { MCP_PATH } from '../calls/endpoint.js';

/** Path of the resource metadata (RFC 9728 section 3.1). */
const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;

/** Returns the value for WWW-Authenticate (RFC 6750 section 3, RFC 9728 section 5.1). */
export function challenge(
  baseUrl: string,
  error: 'invalid_token' | 'insufficient_scope' | null,
  scope: string,
): string {
  const parameters = [
    ...(error === null ? [] : [`error="${error}"`]),
    `scope="${scope}"`,
    `resource_metadata="${baseUrl}${MCP_METADATA_PATH}"`,
  ];
  return `Bearer ${parameters.join(', ')}`;
}
