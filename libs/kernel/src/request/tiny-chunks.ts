import type { IncomingMessage } from 'node:http';

const TINY_BYTES = 64;
const MAX_TINY_CHUNKS = 256;

/**
 * Limits the chunks of a body that have less than 64 bytes. Node.js creates an object for each chunk, which takes far
 * more memory and time than the bytes, and keeps it until the body is read. Counts chunks before Node.js keeps them.
 * @param exceeded called once after 256 such chunks; must close the connection, because the rest of the body is dropped
 */
export function limitTinyChunks(message: IncomingMessage, exceeded: () => void): void {
  const push = message.push.bind(message);
  let tiny = 0;
  message.push = (chunk: Uint8Array | null, encoding?: BufferEncoding): boolean => {
    if (tiny > MAX_TINY_CHUNKS) return false;
    if (chunk !== null && chunk.length < TINY_BYTES) tiny += 1;
    if (tiny <= MAX_TINY_CHUNKS) return push(chunk, encoding);
    exceeded();
    return false;
  };
}
