interface Closing {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

export function clientGone(response: Closing): AbortSignal {
  const disconnect = new AbortController();
  if (response.closed) disconnect.abort();
  else response.once('close', () => disconnect.abort());
  return disconnect.signal;
}
