import type { Effects } from './generated/schemas/schemas.js';

export interface RequestOptions {
  /** Aborts the request and the waits between its attempts. */
  readonly signal?: AbortSignal;
  /** Timeout of one attempt in milliseconds. Takes precedence over the timeout of the client. */
  readonly timeoutMs?: number;
  /** ID of the request in the log of the service. By default, the service generates it. */
  readonly requestId?: string;
}

export interface ChangeOptions<Query = Record<string, never>> extends RequestOptions {
  /**
   * Idempotency key. It makes the request safe to send again, because the service applies the change only once. By
   * default, the client generates one key for the call and its retries.
   */
  readonly idempotencyKey?: string;
  /** ETag of the version that you read. The request fails if the resource has changed since then. */
  readonly ifMatch?: string;
  readonly query?: Query;
}

/** Options of a dry run, which returns the effects of a change without saving it. A dry run has no idempotency key. */
export interface DryRunOptions<Query = object> extends RequestOptions {
  /** ETag of the version that you read. The dry run fails if the resource has changed since then. */
  readonly ifMatch?: string;
  readonly query: Query & { readonly dryRun: true };
}

/** Response and effects that the change would have. The service does not save the IDs and times in the response. */
export interface DryRun<Result> {
  readonly dryRun: true;
  readonly result: Result;
  readonly effects: Effects;
}

/** File to upload, either a `Blob` or `File`, or the content with a file name. */
export type Upload = Blob | { readonly content: Blob | BufferSource | string; readonly filename: string };
