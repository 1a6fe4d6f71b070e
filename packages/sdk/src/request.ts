import type { Effects } from './generated/schemas/schemas.js';

/** What every request may be sent with. */
export interface RequestOptions {
  /** Ends the request, and the waits between its attempts, when it is aborted. */
  readonly signal?: AbortSignal;
  /** How long one attempt may take, in milliseconds, instead of the client's own limit. */
  readonly timeoutMs?: number;
  /** Finds the request in the log of the service; by default the service makes one. */
  readonly requestId?: string;
}

/** What a request that changes something may be sent with besides. */
export interface ChangeOptions<Query = Record<string, never>> extends RequestOptions {
  /** Makes the change happen once, whatever is sent twice. Without it the client makes one for the call and its retries. */
  readonly idempotencyKey?: string;
  /** The ETag that the thing was read with: it is changed only if it is still the same. */
  readonly ifMatch?: string;
  readonly query?: Query;
}

/** What asks what a change would do instead of making it. Nothing of it stays, so that it takes no idempotency key. */
export interface DryRunOptions<Query = object> extends RequestOptions {
  /** The ETag that the thing was read with: the change would be made only if it is still the same. */
  readonly ifMatch?: string;
  readonly query: Query & { readonly dryRun: true };
}

/** What a change would answer, with ids and times that are not kept, and what it would do. */
export interface DryRun<Result> {
  readonly dryRun: true;
  readonly result: Result;
  readonly effects: Effects;
}

/** A file to send: a `Blob` or `File`, or its content with a name. */
export type Upload = Blob | { readonly content: Blob | BufferSource | string; readonly filename: string };
