import type { Answered } from '../calls/endpoint.js';

/** Where an answer is written. */
interface Writing {
  status(code: number): unknown;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/** Writes an answer of the protocol's library at once: a tool says nothing before its result, also where that is a stream of one event. */
export function sendAnswer({ status, headers, text }: Answered, response: Writing): void {
  response.status(status);
  for (const [name, value] of headers) response.setHeader(name, value);
  // Money is told here: no cache keeps it.
  response.setHeader('Cache-Control', 'no-store');
  response.end(text);
}
