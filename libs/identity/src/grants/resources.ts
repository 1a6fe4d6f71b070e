/** The resource of the endpoint for agents, which tokens may be limited to. Source: contract section 19, RFC 8707. */
export function agentsResource(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}

/** Everything that a token can be for: the API, whose tokens open the endpoint for agents too, or that endpoint alone. */
export function resourcesOf(baseUrl: string): readonly string[] {
  return [baseUrl, agentsResource(baseUrl)];
}
