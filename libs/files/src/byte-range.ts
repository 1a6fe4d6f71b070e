/** Bytes of a file, both counted from 0 and included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

interface Wanted {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | string[] | undefined;
}

/**
 * Returns the requested range of a file of `size` bytes. Null for the whole file: without a range, with several ranges,
 * with a malformed one, or if the file differs from the one in `If-Range`. Source: RFC 9110, section 14.
 * @returns 'unsatisfiable' if the range begins after the end of the file
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
