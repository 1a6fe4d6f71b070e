import { describe, expect, it } from '@jest/globals';
import { byteRange } from './byte-range.js';

const range = (value: string | undefined, condition?: string) =>
  byteRange({ range: value, 'if-range': condition }, 100, '"x"');

describe('byteRange for a file of 100 bytes', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-', 10, 99],
    ['bytes=90-200', 90, 99],
    ['bytes=-5', 95, 99],
    ['bytes=-500', 0, 99],
    ['Bytes= 1-2 ', 1, 2],
  ])('returns the requested bytes for the Range header %s', (value, first, last) => {
    expect(range(value)).toEqual({ first, last });
  });

  it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=1.5-2'])(
    'selects the whole file for the Range header %s',
    (value) => {
      expect(range(value)).toBeNull();
    },
  );

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    'rejects the Range header %s as unsatisfiable',
    (value) => {
      expect(range(value)).toBe('unsatisfiable');
    },
  );

  it('selects the whole file if If-Range has a weak or outdated ETag', () => {
    expect(range('bytes=0-1', '"y"')).toBeNull();
    expect(range('bytes=0-1', 'W/"x"')).toBeNull();
    expect(range('bytes=0-1', '"x"')).toEqual({ first: 0, last: 1 });
  });
});
