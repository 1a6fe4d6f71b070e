import type { IncomingMessage } from 'node:http';
import { RequestMalformed } from '../problem/http.problems.js';

/**
 * The bytes of an answer that the service gets. One that is too large is given up, and its connection with it.
 * @returns null where there are more than `maxBytes`
 */
export async function readAnswer(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | null> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    // Leaving the loop closes the connection: the rest is never read.
    if (size > maxBytes) return null;
    read.push(chunk);
  }
  return Buffer.concat(read);
}

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
