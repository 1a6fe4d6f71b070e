import type { Headers } from '../calls/endpoint.js';
import { SERVER_INFO } from '../calls/endpoint.js';
import type { Outcome } from '../calls/tool-calls.service.js';

/** A call of a tool that asks for nothing but its answer. */
export interface PlainCall {
  readonly id: string | number;
  readonly name: string;
  readonly given: unknown;
  /** All that says how to talk with this client, without what differs from call to call. */
  readonly envelope: string;
}

/**
 * A message as nearly all of the newest revision are: a call of a tool whose headers say the same as it does. Null is any other,
 * a wrong one too. Whether the envelope itself is right is not looked at.
 * Source: MCP 2026-07-28, Streamable HTTP, "Standard headers", and Tools, "Calling tools".
 */
export function plainCall(headers: Headers, body: unknown): PlainCall | null {
  if (!isObject(body) || !hasOnly(body, ['jsonrpc', 'id', 'method', 'params'])) return null;
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id)) return null;
  if (!isObject(params) || !hasOnly(params, ['name', 'arguments', '_meta'])) return null;
  const { name, arguments: given, _meta: meta } = params;
  if (typeof name !== 'string' || !isObject(meta) || !(given === undefined || isObject(given))) return null;
  const { 'mcp-method': methodHeader, 'mcp-name': nameHeader, ...others } = headers;
  if (methodHeader !== method || nameHeader !== name) return null;
  const { progressToken, ...same } = meta;
  if (progressToken !== undefined && !isId(progressToken)) return null;
  return { id, name, given, envelope: JSON.stringify([others, same]) };
}

/** The answer to a plain call, letter for letter as the protocol's library gives it. */
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
