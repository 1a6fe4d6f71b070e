import type { IncomingMessage } from 'node:http';
import { RequestMalformed } from '../problem/http.problems.js';

/**
 * The bytes of a request's body. One that is too large is given up as soon as that is known, without waiting for the rest of
 * it; the request stays as it is, so that it can still be answered.
 * @returns null where the body has more than `maxBytes`
 * @throws RequestMalformed when the client went away before the body had ended
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const endEarly = (): void => {
      if (!request.complete) reject(RequestMalformed('it ended early'));
    };
    if (request.destroyed) return endEarly();
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        request.pause().removeAllListeners('data');
        resolve(null);
      }
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', endEarly).on('close', endEarly);
  });
}
