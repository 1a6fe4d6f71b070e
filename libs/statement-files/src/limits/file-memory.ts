import { isMarkedAsUntransferable } from 'node:worker_threads';

/**
 * Returns the buffer to transfer to another thread, which avoids a copy. Returns an empty array if the buffer cannot be
 * transferred.
 */
export function movable({ buffer }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer) ? [buffer] : [];
}

/**
 * Frees the memory of a file immediately. Otherwise, many files could accumulate before the next garbage collection.
 */
export function letGoOf(bytes: Uint8Array): void {
  for (const memory of movable(bytes)) if (!memory.detached) memory.transfer(0);
}
