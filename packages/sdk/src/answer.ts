export interface AnswerFacts {
  readonly status: number;
  /** ETag of the response, to pass as `ifMatch`; null if the response has none. */
  readonly etag: string | null;
  readonly requestId: string | null;
  /** True if this is the stored response of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  readonly headers: Headers;
}

const FACTS = new WeakMap<object, AnswerFacts>();

/**
 * Returns the status and headers of the response that contained this value. Returns undefined for values that this
 * client did not return.
 */
export function answerOf(value: object): AnswerFacts | undefined {
  return FACTS.get(value);
}

export function rememberAnswer(value: unknown, { status, headers }: Response): void {
  if (typeof value !== 'object' || value === null) return;
  FACTS.set(value, {
    status,
    etag: headers.get('etag'),
    requestId: headers.get('x-request-id'),
    replayed: headers.get('idempotency-replayed') === 'true',
    headers,
  });
}
