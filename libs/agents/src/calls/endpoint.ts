import type { Call } from './tool.js';

/** The resource that tokens are for. Source: contract section 19; RFC 8707. */
export const MCP_PATH = '/mcp';

/** What the server is called. */
export const SERVER_INFO = { name: 'centavo', title: 'Centavo', version: '1.0.0' };

/** Headers of a request, by their names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** An answer of the protocol, whole. */
export interface Answered {
  readonly status: number;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly text: string;
}

/** Answers requests of the protocol. */
export interface Endpoint {
  /**
   * @param headers those of the protocol
   * @param body what was sent, parsed
   */
  answer(headers: Headers, body: unknown, call: Call): Promise<Answered>;
  /** Whether a message calls a tool that may change as many rows as a workspace has. */
  isBulk(body: unknown): boolean;
  /** The scope that a message needs and the token of its caller does not have; null where it has all. */
  missingScope(body: unknown, call: Call): string | null;
}
