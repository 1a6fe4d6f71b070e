import { isMarkedAsUntransferable } from 'node:worker_threads';

/**
 * Returns a list with the buffer of the file, to move it to another thread without a copy. The list is empty if the
 * buffer cannot be moved.
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
