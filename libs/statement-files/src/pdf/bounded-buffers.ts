import { StatementUnreadable } from '../limits/unreadable.js';

/** Maximum size of one buffer. Page contents and fonts are far smaller. */
const LARGEST_BUFFER_BYTES = 32 * 1024 * 1024;
/** Maximum total size of the buffers that a file may request, including buffers that have been freed. */
const ALL_BUFFERS_BYTES = 2 * 1024 * 1024 * 1024;

/**
 * Limits the buffers of a process. Limits of the heap do not include buffers, so a small file could unpack to gigabytes.
 * Call it only in a process that reads a single PDF, because it permanently replaces globals.
 */
export function limitBuffers(): void {
  let total = 0;
  const count = (size: unknown) => {
    if (typeof size !== 'number') return;
    total += size;
    if (size > LARGEST_BUFFER_BYTES || total > ALL_BUFFERS_BYTES) {
      throw new StatementUnreadable('reading it takes too much memory');
    }
  };
  for (const name of [
    'Uint8Array',
    'Uint8ClampedArray',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
    'Float32Array',
  ] as const) {
    const original = globalThis[name] as typeof Uint8Array;
    const limited: typeof Uint8Array = new Proxy(original, {
      construct(target, [first, ...rest]: [unknown], newTarget): Uint8Array {
        count(typeof first === 'number' ? first * target.BYTES_PER_ELEMENT : undefined);
        return Reflect.construct(target, [first, ...rest], newTarget === limited ? target : newTarget) as Uint8Array;
      },
    });
    Object.assign(globalThis, { [name]: limited });
  }
  // With these, the library would unpack a whole stream outside the limits above.
  Object.assign(globalThis, { DecompressionStream: undefined, fetch: undefined });
}
