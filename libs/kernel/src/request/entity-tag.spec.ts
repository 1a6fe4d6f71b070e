import { describe, expect, it } from '@jest/globals';
import { codedTag, isHeld, isMatched } from './entity-tag.js';

describe('If-Match', () => {
  it.each([
    ['"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"a-gzip"', true],
    ['"b-br", "a-br"', true],
    ['"b"', false],
    ['W/"a"', false],
    ['W/"a-gzip"', false],
    ['a', false],
    ['', false],
  ])('isMatched(%j, \'"a"\') returns %s', (header, matched) => {
    expect(isMatched(header, '"a"')).toBe(matched);
  });
});

describe('If-None-Match', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a-br"', true],
    ['*', true],
    ['"b"', false],
    ['"a-zip"', false],
    ['', false],
  ])('isHeld(%j, \'"a"\') returns %s', (header, held) => {
    expect(isHeld(header, '"a"')).toBe(held);
  });
});

it('a compressed response has a different ETag than the uncompressed response', () => {
  expect([codedTag('"a"', null), codedTag('"a"', 'br')]).toEqual(['"a"', '"a-br"']);
});
