import { isMarkedAsUntransferable } from 'node:worker_threads';

/** What a message to another thread moves there instead of copying it: the memory of these bytes, unless others share it. */
export function movable({ buffer }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer) ? [buffer] : [];
}

/** Gives the memory of a file back at once: the collector might let many files pile up before it looks at them. */
export function letGoOf(bytes: Uint8Array): void {
  for (const memory of movable(bytes)) if (!memory.detached) memory.transfer(0);
}
