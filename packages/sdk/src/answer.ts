/** What the headers of an answer say. */
export interface AnswerFacts {
  readonly status: number;
  /** Names exactly this answer, for `ifMatch`; null where it has none. */
  readonly etag: string | null;
  readonly requestId: string | null;
  /** Whether it is the kept answer of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  readonly headers: Headers;
}

const FACTS = new WeakMap<object, AnswerFacts>();

/** What the headers said with which this value was answered; undefined for a value that the client did not answer. */
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
