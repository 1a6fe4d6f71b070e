import { isMarkedAsUntransferable } from 'node:worker_threads';

/**
 * Frees the memory of a file immediately. Otherwise, many files could accumulate before the next garbage collection.
 */
export function letGoOf({ buffer }: Uint8Array): void {
  // Node.js marks the pool of small buffers, which other buffers share.
  if (!(buffer instanceof ArrayBuffer) || isMarkedAsUntransferable(buffer) || buffer.detached) return;
  buffer.transfer(0);
}
