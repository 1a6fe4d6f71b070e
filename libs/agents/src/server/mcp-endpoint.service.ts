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

/** Nothing is sent unasked, so that there is nothing to listen to. */
const NO_SUBSCRIPTIONS = 0;
const LISTENING = 'subscriptions/listen';

/** How an answer begins that is no error; without an event around it, which clients of the older revisions get. */
const RESULT = '{"result":';
const PLAIN = { status: 200, headers: [['content-type', 'application/json']] } as const;
/** There are as many as programs call: a program says the same of itself in each call. */
const MAX_ENVELOPES = 500;
const MAX_ENVELOPE_CHARACTERS = 2_000;

/** The protocol over HTTP: one request, one answer; both eras of clients, by the library's own compatibility. */
@Injectable()
export class McpEndpoint implements Endpoint {
  private readonly handler: McpHttpHandler;
  /** What the library found right. */
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
        onerror: (error) => this.log.debug({ err: error }, 'a message of the agents’ protocol was refused'),
      },
    );
  }

  /**
   * By the library; but of a plain call whose envelope it let through before, all that is left to do is to call the tool. That
   * takes half the time (decision 0085).
   */
  async answer(headers: Headers, body: unknown, call: Call): Promise<Answered> {
    const plain = plainCall(headers, body);
    if (plain && this.tools.has(plain.name) && this.envelopes.has(plain.envelope)) {
      return { ...PLAIN, text: plainAnswer(plain, await this.tools.call(plain.name, plain.given, call)) };
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
    // The library says that too many listen, which a client would take for something that passes.
    const told = method === LISTENING && id !== undefined && answer.ok ? methodNotFound(id) : answer;
    return { status: told.status, headers: told.headers, text: await told.text() };
  }

  private remember({ envelope }: PlainCall): void {
    if (envelope.length > MAX_ENVELOPE_CHARACTERS) return;
    if (this.envelopes.size >= MAX_ENVELOPES) this.envelopes.clear();
    this.envelopes.add(envelope);
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
