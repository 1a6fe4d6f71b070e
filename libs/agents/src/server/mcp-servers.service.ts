import { Injectable } from '@nestjs/common';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { maskedKeys, Problem } from '@app/kernel';
import { SERVER_INFO } from '../calls/endpoint.js';
import type { Call } from '../calls/tool.js';
import type { Outcome } from '../calls/tool-calls.service.js';
import { ToolCalls } from '../calls/tool-calls.service.js';
import { INSTRUCTIONS } from '../guide/instructions.js';
import { PROMPTS } from '../guide/prompts.js';
import { RESOURCE_TEMPLATES, Resources, RESOURCES } from '../guide/resources.service.js';

/** Cache lifetime of lists. They change only if the service is upgraded or the token's scopes change. */
const CACHED_MS = 5 * 60_000;

/** Matches a URI that is safe to include in an error message. */
const ADDRESS = /^[a-z]{2,20}:\/\/[\w./-]{1,100}$/;

export type Era = 'legacy' | 'modern';

/** Creates a stateless server for each request, bound to the caller. */
@Injectable()
export class McpServers {
  constructor(
    private readonly tools: ToolCalls,
    private readonly resources: Resources,
  ) {}

  serverFor(call: Call, era: Era): Server {
    const cacheHint = { ttlMs: CACHED_MS, cacheScope: 'private' as const };
    const server = new Server(SERVER_INFO, {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: INSTRUCTIONS,
      cacheHints: {
        'tools/list': cacheHint,
        'prompts/list': cacheHint,
        'resources/list': cacheHint,
        'resources/templates/list': cacheHint,
      },
    });
    this.offerTools(server, call, era);
    this.offerResources(server, call);
    offerPrompts(server);
    return server;
  }

  private offerTools(server: Server, call: Call, era: Era): void {
    server.setRequestHandler('tools/list', () => ({ tools: this.tools.list(call.caller) }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      try {
        return resultOf(await this.tools.call(params.name, params.arguments, call), era);
      } catch (error) {
        throw invalidParams(error);
      }
    });
  }

  private offerResources(server: Server, call: Call): void {
    server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
    server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
      const resource = await this.resources.read(uri, call).catch((error: unknown) => {
        if (error instanceof Problem && error.type.status === 404) return null;
        throw invalidParams(error);
      });
      if (resource === null) throw new ResourceNotFoundError(ADDRESS.test(uri) ? maskedKeys(uri) : 'centavo://');
      return { contents: [resource] };
    });
  }
}

function offerPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: PROMPTS.map(({ name, title, description }) => ({ name, title, description })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = PROMPTS.find(({ name }) => name === params.name);
    if (!prompt)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'There is no prompt with this name. Call prompts/list to see the available prompts.',
      );
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text } }],
    };
  });
}

/**
 * Converts a problem to a protocol error. Uses the fixed text of the problem type, which contains no third-party text.
 */
function invalidParams(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, error.type.meaning);
}

/**
 * Returns the result of a call. Older clients validate structured content against the output schema, so they get errors
 * only as text.
 */
function resultOf({ isError, value, text }: Outcome, era: Era): CallToolResult {
  const content = [{ type: 'text' as const, text }];
  const structuredContent = value as unknown as Record<string, unknown>;
  if (!isError) return { content, structuredContent };
  return { content, isError, ...(era === 'modern' && { structuredContent }) };
}
