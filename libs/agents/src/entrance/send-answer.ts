import type { Answered } from '../calls/endpoint.js';

interface Writing {
  status(code: number): unknown;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/** Writes the whole response at once: a tool produces no output before its result. */
export function sendAnswer({ status, headers, text }: Answered, response: Writing): void {
  response.status(status);
  for (const [name, value] of headers) response.setHeader(name, value);
  // Answers contain financial data.
  response.setHeader('Cache-Control', 'no-store');
  response.end(text);
}
