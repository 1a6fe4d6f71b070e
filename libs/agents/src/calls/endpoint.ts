import type { Call } from './tool.js';

/** Answers requests of the protocol. */
export interface Endpoint {
  /** @param body what was sent, parsed */
  answer(request: Request, body: unknown, call: Call): Promise<Response>;
  /** Whether a message calls a tool that may change as many rows as a workspace has. */
  isBulk(body: unknown): boolean;
  /** The scope that a message needs and the token of its caller does not have; null where it has all. */
  missingScope(body: unknown, call: Call): string | null;
}
