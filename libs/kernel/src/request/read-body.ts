import type { IncomingMessage } from 'node:http';
import { RequestMalformed, TooManyWaiting } from '../problem/http.problems.js';

/**
 * Reads the response of another service.
 * @returns null if the response has more than `maxBytes`; its connection then closes
 */
export async function readAnswer(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | null> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > maxBytes) return null;
    read.push(chunk);
  }
  return Buffer.concat(read);
}

/**
 * Reads the body of a request. Stops as soon as the body is too large, so that the service can still respond.
 * @param received called with the size of each chunk; returns false if there is no room for it
 * @returns null if the body has more than `maxBytes`
 * @throws ServiceUnavailable if there is no room; RequestMalformed if the client disconnects before the end of the body
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  received: (bytes: number) => boolean = () => true,
): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const endEarly = (): void => {
      if (!request.complete) reject(RequestMalformed('it ended early'));
    };
    if (request.destroyed) return endEarly();
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => request.pause().removeAllListeners('data');
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        stop();
        return resolve(null);
      }
      if (!received(chunk.length)) {
        stop();
        return reject(TooManyWaiting());
      }
      chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', endEarly).on('close', endEarly);
  });
}
