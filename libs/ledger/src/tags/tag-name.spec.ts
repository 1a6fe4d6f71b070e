import { describe, expect, it } from '@jest/globals';
import { distinctTags, isTagName } from './tag-name.js';

describe('the name of a tag', () => {
  it.each([
    'viaje',
    'Año nuevo 2026',
    '💸',
    'á',
    'ñ',
    'x'.repeat(40),
    '💸'.repeat(40),
    'a/b%',
    '...',
    '.x',
    'a\u200db',
  ])('accepts the tag %j', (name) => {
    expect(isTagName(name)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['an empty string', ''],
    ['a space', ' '],
    ['text with a trailing space', 'a '],
    ['decomposed letters', 'a\u0301'],
    ['a lone accent', '\u0301'],
    ['a dot', '.'],
    ['two dots', '..'],
    ['a lone joiner', '\u200d'],
    ['only soft hyphens and fillers', '\u00ad\u3164\ufe0f'],
    ['an accent on an invisible character', '\u200b\u0301'],
    ['several lines', 'a\nb'],
    ['a lone surrogate', '\ud83d'],
    ['more than 40 characters', 'x'.repeat(41)],
    ['text with a right-to-left override', 'a\u202eb'],
    ['text in a directional isolate', '\u2066a\u2069'],
    ['a number', 7],
    ['null', null],
  ])('rejects %s as a tag', (_, value) => {
    expect(isTagName(value)).toBe(false);
  });
});

describe('a list of tags', () => {
  it('removes tags that differ from an earlier tag only in case, accents or spaces', () => {
    expect(distinctTags(['Café', 'niño', 'CAFE', 'fin  de mes', 'NINO', 'fin de mes', 'té'])).toEqual([
      'Café',
      'niño',
      'fin  de mes',
      'té',
    ]);
  });
});
