import type { IncomingMessage } from 'node:http';
import { RequestMalformed, TooManyWaiting } from '../problem/http.problems.js';

const MIN_ROOM_BYTES = 1024;

/** Bytes in one buffer that grows. A list of chunks would need an object for each of them, even for a single byte. */
class CollectedBytes {
  private room = Buffer.alloc(0);
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  /** Returns false if the chunk does not fit. */
  add(chunk: Uint8Array): boolean {
    const size = this.size + chunk.length;
    if (size > this.maxBytes) return false;
    if (size > this.room.length) this.grow(size);
    this.room.set(chunk, this.size);
    this.size = size;
    return true;
  }

  all(): Buffer {
    return this.room.subarray(0, this.size);
  }

  private grow(minBytes: number): void {
    const bytes = Math.min(this.maxBytes, Math.max(minBytes, 2 * this.room.length, MIN_ROOM_BYTES));
    const room = Buffer.allocUnsafeSlow(bytes);
    room.set(this.all());
    this.room = room;
  }
}

/**
 * Reads the response of another service.
 * @returns null if the response has more than `maxBytes`; its connection then closes
 */
export async function readAnswer(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | null> {
  const body = new CollectedBytes(maxBytes);
  for await (const chunk of chunks) {
    // Leaving the loop closes the connection.
    if (!body.add(chunk)) return null;
  }
  return body.all();
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
    // After the end of the body, this has no effect.
    const endEarly = () => reject(RequestMalformed('it ended early'));
    if (request.destroyed) return endEarly();
    const body = new CollectedBytes(maxBytes);
    const stop = () => request.pause().removeAllListeners('data');
    request.on('data', (chunk: Buffer) => {
      if (!body.add(chunk)) {
        stop();
        resolve(null);
      } else if (!received(chunk.length)) {
        stop();
        reject(TooManyWaiting());
      }
    });
    request.on('end', () => resolve(body.all()));
    request.on('error', endEarly).on('close', endEarly);
  });
}
