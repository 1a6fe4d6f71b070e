import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

/** Minimum size to compress. Compressing a shorter text would save less than a database page. */
const MIN_BYTES = 4_096;
/** Maximum size of a text. The longest response is a batch of 500 transactions of 420 kB each. */
const MAX_BYTES = 256 * 1024 * 1024;
/**
 * Brotli at a low quality. It finds repetitions up to 4 MB apart, such as the same 100 kB in each item of a list.
 * Deflate, whose window is 32 KB, takes as much time and twenty times the space. A higher quality takes longer and
 * saves little.
 */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };

const [compress, decompress] = [promisify(brotliCompress), promisify(brotliDecompress)];

/** Compresses a text outside the main thread. Returns null if the text is short. */
export async function packedText(text: string, maxBytes = MAX_BYTES): Promise<Buffer | null> {
  const bytes = Buffer.from(text);
  if (bytes.length < MIN_BYTES) return null;
  if (bytes.length > maxBytes) throw new Error('the text is too long to be stored');
  return compress(bytes, FAST);
}

/** @throws RangeError if the text is longer than any text that `packedText` compresses */
export async function unpackedText(packed: Buffer, maxBytes = MAX_BYTES): Promise<string> {
  return (await decompress(packed, { maxOutputLength: maxBytes })).toString();
}
