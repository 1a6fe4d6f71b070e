/** Returns the resource URI of the MCP endpoint. Access tokens can be limited to it (RFC 8707). */
export function agentsResource(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}

/**
 * Returns the resources that an access token may be issued for. Tokens for the API also work at the MCP endpoint;
 * tokens for the MCP endpoint work only there.
 */
export function resourcesOf(baseUrl: string): readonly string[] {
  return [baseUrl, agentsResource(baseUrl)];
}
