interface Closing {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

export function clientGone(response: Closing): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}
