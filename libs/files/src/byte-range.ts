/** A range of bytes in a file. Both offsets count from 0 and are inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

interface Wanted {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | string[] | undefined;
}

/**
 * Returns the requested range of a file of `size` bytes. Returns null for the whole file: without a range, with several
 * ranges or a malformed range, or if `If-Range` does not match the file. Source: RFC 9110, section 14.
 * @returns 'unsatisfiable' if the range contains no byte of the file
 */
export function byteRange(headers: Wanted, size: number, etag: string): ByteRange | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(headers.range ?? '') ?? [];
  if (from === '' && to === '') return null;
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag) return null;
  if (from === '')
    return Number(to) === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  if (to !== '' && Number(to) < Number(from)) return null;
  if (Number(from) >= size) return 'unsatisfiable';
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
