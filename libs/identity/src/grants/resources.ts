/** Returns the resource of the MCP endpoint, which access tokens can be limited to (RFC 8707). */
export function agentsResource(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}

/**
 * Returns the valid resources of a token: the API, whose tokens also work at the MCP endpoint, or only the MCP
 * endpoint.
 */
export function resourcesOf(baseUrl: string): readonly string[] {
  return [baseUrl, agentsResource(baseUrl)];
}
