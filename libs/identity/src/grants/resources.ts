/** Resource of the MCP endpoint, which access tokens can be limited to (RFC 8707). */
export function agentsResource(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}

/** Valid resources of a token: the API, whose tokens also work at the MCP endpoint, and only the MCP endpoint. */
export function resourcesOf(baseUrl: string): readonly string[] {
  return [baseUrl, agentsResource(baseUrl)];
}
