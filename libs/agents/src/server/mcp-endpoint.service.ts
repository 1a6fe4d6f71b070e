import { Injectable } from '@nestjs/common';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Log, Settings } from '@app/kernel';
import type { Call } from '../calls/tool.js';
import type { Answered, Endpoint, Headers } from '../calls/endpoint.js';
import { MCP_PATH } from '../calls/endpoint.js';
import { ToolCalls } from '../calls/tool-calls.service.js';
import { McpServers } from './mcp-servers.service.js';
import type { PlainCall } from './plain-call.js';
import { plainAnswer, plainCall } from './plain-call.js';

/** Zero, because the server sends no notifications. */
const NO_SUBSCRIPTIONS = 0;
const LISTENING = 'subscriptions/listen';

/** Start of a successful JSON response. Clients with older protocol revisions receive an event stream instead. */
const RESULT = '{"result":';
const PLAIN = { status: 200, headers: [['content-type', 'application/json']] } as const;
/** Maximum cached envelopes. A client sends the same envelope with each call. */
const MAX_ENVELOPES = 500;
const MAX_ENVELOPE_CHARACTERS = 2_000;

/** Serves MCP over HTTP. The MCP library handles the differences between protocol revisions. */
@Injectable()
export class McpEndpoint implements Endpoint {
  private readonly handler: McpHttpHandler;
  private readonly envelopes = new Set<string>();

  constructor(
    private readonly servers: McpServers,
    private readonly tools: ToolCalls,
    private readonly settings: Settings,
    private readonly log: Log,
  ) {
    this.handler = createMcpHandler(
      ({ era, authInfo }) => this.servers.serverFor(authInfo!.extra!['call'] as Call, era),
      {
        maxSubscriptions: NO_SUBSCRIPTIONS,
        onerror: (error) => this.log.debug({ err: error }, 'rejected an MCP message'),
      },
    );
  }

  /**
   * Processes a message. If the library has accepted the same envelope before, calls the tool directly, which takes
   * half the time (decision 0078).
   */
  async answer(headers: Headers, body: unknown, call: Call): Promise<Answered> {
    const plain = plainCall(headers, body);
    if (plain && this.tools.has(plain.name) && this.envelopes.has(plain.envelope)) {
      return { ...PLAIN, text: plainAnswer(plain, await this.tools.call(plain.name, plain.args, call)) };
    }
    const answered = await this.answerByLibrary(headers, body, call);
    if (plain && answered.status === PLAIN.status && answered.text.startsWith(RESULT)) this.remember(plain);
    return answered;
  }

  private async answerByLibrary(headers: Headers, parsedBody: unknown, call: Call): Promise<Answered> {
    const authInfo = { token: '', clientId: call.caller.credentialId, scopes: [], extra: { call } };
    const request = new Request(`${this.settings.baseUrl}${MCP_PATH}`, { method: 'POST', headers, signal: call.gone });
    const answer = await this.handler.fetch(request, { authInfo, parsedBody });
    const { method, id } = (parsedBody ?? {}) as { method?: unknown; id?: unknown };
    // The library would report too many subscriptions, which clients would treat as a temporary error.
    const response = method === LISTENING && id !== undefined && answer.ok ? methodNotFound(id) : answer;
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  private remember({ envelope }: PlainCall): void {
    if (envelope.length > MAX_ENVELOPE_CHARACTERS) return;
    if (this.envelopes.size >= MAX_ENVELOPES) this.envelopes.clear();
    this.envelopes.add(envelope);
  }

  isBulk(body: unknown): boolean {
    const name = toolIn(body);
    return name !== null && this.tools.isBulk(name, (body as ToolMessage).params?.arguments);
  }

  missingScope(body: unknown, { caller }: Call): string | null {
    const name = toolIn(body);
    return name === null ? null : this.tools.missingScope(name, caller);
  }
}

interface ToolMessage {
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown; readonly arguments?: unknown };
}

/** Returns the name of the called tool; null if the message does not call a tool. */
function toolIn(body: unknown): string | null {
  const { method, params } = (body ?? {}) as ToolMessage;
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null;
}

/** Responds with 404 to an unknown method. Source: MCP 2026-07-28, Streamable HTTP. */
function methodNotFound(id: unknown): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' };
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 });
}
