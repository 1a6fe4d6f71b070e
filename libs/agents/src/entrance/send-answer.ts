/** Where an answer is written. */
interface Writing {
  status(code: number): unknown;
  setHeader(name: string, value: string): unknown;
  write(chunk: Uint8Array): boolean;
  end(body?: string): unknown;
  once(event: 'drain' | 'close', listener: () => void): unknown;
  readonly closed: boolean;
}

/** Writes an answer of the protocol's library: at once where it is whole, else as it comes. */
export async function sendAnswer(answer: Response, response: Writing): Promise<void> {
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  // Money is told here: no cache keeps it.
  response.setHeader('Cache-Control', 'no-store');
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    response.end(await answer.text());
    return;
  }
  for await (const chunk of answer.body ?? []) {
    if (response.closed) break;
    if (!response.write(chunk)) await Promise.race([until(response, 'drain'), until(response, 'close')]);
  }
  response.end();
}

function until(response: Writing, event: 'drain' | 'close'): Promise<void> {
  return new Promise((resolve) => response.once(event, resolve));
}
