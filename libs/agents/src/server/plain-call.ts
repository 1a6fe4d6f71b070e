import type { Headers } from '../calls/endpoint.js';
import { SERVER_INFO } from '../calls/endpoint.js';
import type { Outcome } from '../calls/tool-calls.service.js';

export interface PlainCall {
  readonly id: string | number;
  readonly name: string;
  readonly args: unknown;
  /** Description of the client, without the parts that differ between calls. */
  readonly envelope: string;
}

/**
 * Recognizes the usual call in the newest protocol revision: a tool call whose headers match its body. Returns null for
 * any other message. Does not validate the envelope (MCP 2026-07-28, Streamable HTTP, "Standard headers").
 */
export function plainCall(headers: Headers, body: unknown): PlainCall | null {
  if (!isObject(body) || !hasOnly(body, ['jsonrpc', 'id', 'method', 'params'])) return null;
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id)) return null;
  if (!isObject(params) || !hasOnly(params, ['name', 'arguments', '_meta'])) return null;
  const { name, arguments: args, _meta: meta } = params;
  if (typeof name !== 'string' || !isObject(meta) || !(args === undefined || isObject(args))) return null;
  const { 'mcp-method': methodHeader, 'mcp-name': nameHeader, ...clientHeaders } = headers;
  if (methodHeader !== method || nameHeader !== name) return null;
  const { progressToken, ...clientMeta } = meta;
  if (progressToken !== undefined && !isId(progressToken)) return null;
  return { id, name, args, envelope: JSON.stringify([clientHeaders, clientMeta]) };
}

/** Returns the response to a plain call, byte for byte as the library would send it. */
export function plainAnswer({ id }: PlainCall, { isError, text }: Outcome): string {
  const content = `[{"type":"text","text":${JSON.stringify(text)}}]`;
  const result = `{"content":${content},"structuredContent":${text}${isError ? ',"isError":true' : ''},${COMPLETE}}`;
  return `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}

const COMPLETE = `"resultType":"complete","_meta":${JSON.stringify({ 'io.modelcontextprotocol/serverInfo': SERVER_INFO })}`;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}
