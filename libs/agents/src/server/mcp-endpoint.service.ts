import { Injectable } from '@nestjs/common';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Log } from '@app/kernel';
import type { Call } from '../calls/tool.js';
import type { Endpoint } from '../calls/endpoint.js';
import { ToolCalls } from '../calls/tool-calls.service.js';
import { McpServers } from './mcp-servers.service.js';

/** Nothing is sent unasked, so that there is nothing to listen to. */
const NO_SUBSCRIPTIONS = 0;
const LISTENING = 'subscriptions/listen';

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

  async answer(request: Request, parsedBody: unknown, call: Call): Promise<Response> {
    const authInfo = { token: '', clientId: call.caller.credentialId, scopes: [], extra: { call } };
    const answer = await this.handler.fetch(request, { authInfo, parsedBody });
    const { method, id } = (parsedBody ?? {}) as { method?: unknown; id?: unknown };
    // The library says that too many listen, which a client would take for something that passes.
    return method === LISTENING && id !== undefined && answer.ok ? methodNotFound(id) : answer;
  }

  isBulk(body: unknown): boolean {
    const name = toolIn(body);
    return name !== null && this.tools.isBulk(name);
  }

  missingScope(body: unknown, { caller }: Call): string | null {
    const name = toolIn(body);
    return name === null ? null : this.tools.missingScope(name, caller);
  }
}

/** The name of the tool that a message calls; null where it calls none. */
function toolIn(body: unknown): string | null {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null;
}

/** Source: MCP 2026-07-28, Streamable HTTP: a method that a server does not have is answered with 404. */
function methodNotFound(id: unknown): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' };
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 });
}
