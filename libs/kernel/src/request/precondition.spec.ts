import { describe, expect, it } from '@jest/globals';
import { isMatched } from './precondition.js';

describe('If-Match', () => {
  it.each([
    ['"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['W/"a"', false],
    ['a', false],
    ['', false],
  ])('of %s against "a" gives %s', (header, matched) => {
    expect(isMatched(header, '"a"')).toBe(matched);
  });
});
