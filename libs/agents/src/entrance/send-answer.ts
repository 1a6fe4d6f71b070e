import type { Answered } from '../calls/endpoint.js';

interface Writing {
  status(code: number): unknown;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/** Sends the complete response at once, because tools do not stream their output. */
export function sendAnswer({ status, headers, text }: Answered, response: Writing): void {
  response.status(status);
  for (const [name, value] of headers) response.setHeader(name, value);
  // Caches must not store financial data.
  response.setHeader('Cache-Control', 'no-store');
  response.end(text);
}
