import type { Call } from './tool.js';

/** Path of the MCP endpoint, and part of the protected resource that tokens name (RFC 8707). */
export const MCP_PATH = '/mcp';

export const SERVER_INFO = { name: 'centavo', title: 'Centavo', version: '1.0.0' };

/** HTTP headers with lower-case keys. */
export type Headers = Readonly<Record<string, string>>;

export interface Answered {
  readonly status: number;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly text: string;
}

export interface Endpoint {
  /**
   * Processes a message.
   * @param headers protocol headers
   * @param body parsed JSON
   */
  answer(headers: Headers, body: unknown, call: Call): Promise<Answered>;
  /** True if the message calls a tool that may change every row in the workspace. */
  isBulk(body: unknown): boolean;
  /** Returns the missing scope of the caller's token for this message, or null if it covers the message. */
  missingScope(body: unknown, call: Call): string | null;
}
