import type { NextFunction, Request, Response } from 'express';
import { carriesBody } from '@app/kernel';

/** As much as the largest upload has, with what surrounds a file in its form. */
const MAX_BYTES = 21 * 1024 * 1024;
const MAX_LINGER_MS = 10_000;
const MAX_SILENCE_MS = 3_000;

/**
 * Lets an answer arrive that is ready before the body of its request has come. A connection that is closed while its
 * other side is still sending is reset, and most clients then never read what was answered. So the answer is written at
 * once, and the connection closed when the rest of the body has come and was thrown away, or too much of it, or too
 * slowly. Source: RFC 9112 section 9.6.
 */
export function lingeringClose(request: Request, response: Response, next: NextFunction): void {
  const end = response.end.bind(response) as (...given: unknown[]) => Response;
  const endLater = (...given: unknown[]): Response => {
    response.end = end as Response['end'];
    if (request.complete || response.headersSent || !carriesBody(request)) return end(...given);
    const [body, encoding] = given.filter((value) => typeof value !== 'function') as [
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

/** Reads and forgets the rest of a body, as far as that is worth waiting for. */
function restOf(request: Request): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const done = (): void => {
      clearTimeout(longest);
      clearTimeout(silence);
      resolve();
    };
    const longest = setTimeout(done, MAX_LINGER_MS);
    const silence = setTimeout(done, MAX_SILENCE_MS);
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      silence.refresh();
      if (bytes > MAX_BYTES) done();
    });
    request.once('end', done).once('close', done).resume();
  });
}
