import { Injectable } from '@nestjs/common';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Log } from '@app/kernel';
import type { Call } from '../calls/tool.js';
import type { Endpoint } from '../calls/endpoint.js';
import { ToolCalls } from '../calls/tool-calls.service.js';
import { McpServers } from './mcp-servers.service.js';

/** Nothing is sent unasked, so that there is nothing to wait for. */
const NO_SUBSCRIPTIONS = 0;

/** The protocol over HTTP: one request, one answer; both eras of clients, by the library's own compatibility. */
@Injectable()
export class McpEndpoint implements Endpoint {
  private readonly handler: McpHttpHandler;

  constructor(
    private readonly servers: McpServers,
    private readonly tools: ToolCalls,
    private readonly log: Log,
  ) {
    this.handler = createMcpHandler(
      ({ era, authInfo }) => this.servers.serverFor(authInfo!.extra!['call'] as Call, era),
      {
        maxSubscriptions: NO_SUBSCRIPTIONS,
        onerror: (error) => this.log.debug({ err: error }, 'a message of the agents’ protocol was refused'),
      },
    );
  }

  answer(request: Request, parsedBody: unknown, call: Call): Promise<Response> {
    const authInfo = { token: '', clientId: call.caller.credentialId, scopes: [], extra: { call } };
    return this.handler.fetch(request, { authInfo, parsedBody });
  }

  missingScope(body: unknown, { caller }: Call): string | null {
    const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
    if (method !== 'tools/call' || typeof params?.name !== 'string') return null;
    return this.tools.missingScope(params.name, caller);
  }
}
