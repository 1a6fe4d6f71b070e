/** What tells of a client that goes away: a response, which closes then. */
interface Closing {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** A signal that is aborted when the client goes away, or has its answer. */
export function clientGone(response: Closing): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}
