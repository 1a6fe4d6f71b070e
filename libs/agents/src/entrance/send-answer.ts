import type { Answered } from '../calls/endpoint.js';

interface Writing {
  status(code: number): unknown;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/** Sends the whole response at once, because a tool has no output before its result. */
export function sendAnswer({ status, headers, text }: Answered, response: Writing): void {
  response.status(status);
  for (const [name, value] of headers) response.setHeader(name, value);
  // Caches must not store financial data.
  response.setHeader('Cache-Control', 'no-store');
  response.end(text);
}
