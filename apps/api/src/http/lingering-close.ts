import type { NextFunction, Request, Response } from 'express';
import { carriesBody } from '@app/kernel';

const MAX_BYTES = 21 * 1024 * 1024;
const MAX_LINGER_MS = 10_000;
const MAX_SILENCE_MS = 3_000;

/**
 * Sends an early rejection immediately, but reads the rest of the request body before it closes the connection. Closing
 * a connection with unread data resets it, and the client may lose the response. Node.js itself would read an endless
 * body to its end (test/robustness/hostile/early-refusals). Source: RFC 9112, section 9.6.
 */
export function lingeringClose(request: Request, response: Response, next: NextFunction): void {
  const end = response.end.bind(response) as (...args: unknown[]) => Response;
  const endLater = (...args: unknown[]): Response => {
    response.end = end as Response['end'];
    if (request.complete || response.headersSent || !carriesBody(request)) return end(...args);
    const [body, encoding] = args.filter((value) => typeof value !== 'function') as [
      (string | Buffer)?,
      BufferEncoding?,
    ];
    response.setHeader('Connection', 'close');
    if (body !== undefined) {
      response.setHeader('Content-Length', typeof body === 'string' ? Buffer.byteLength(body, encoding) : body.length);
      response.write(body, encoding ?? 'utf8');
    } else {
      if (!response.hasHeader('Content-Length')) response.setHeader('Content-Length', 0);
      response.flushHeaders();
    }
    void restOf(request).then(() => end());
    return response;
  };
  response.end = endLater as Response['end'];
  next();
}

/** Discards the rest of a body. Stops after 21 MiB, after 10 s, or after a pause of 3 s. */
async function restOf(request: Request): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  const longest = setTimeout(resolve, MAX_LINGER_MS);
  request.setTimeout(MAX_SILENCE_MS, resolve);
  request.on('data', (chunk: Buffer) => (bytes += chunk.length) > MAX_BYTES && resolve());
  request.once('end', resolve).once('close', resolve).resume();
  await promise;
  clearTimeout(longest);
}
