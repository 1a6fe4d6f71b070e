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
  ])('may be %j', (name) => {
    expect(isTagName(name)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing', ''],
    ['spaces', ' '],
    ['text with a space at its end', 'a '],
    ['letters that are not composed', 'a\u0301'],
    ['an accent alone', '\u0301'],
    ['a step of a path', '.'],
    ['two of them', '..'],
    ['a joiner alone', '\u200d'],
    ['soft hyphens and fillers alone', '\u00ad\u3164\ufe0f'],
    ['an accent on what is not seen', '\u200b\u0301'],
    ['several lines', 'a\nb'],
    ['half of a pair', '\ud83d'],
    ['more than 40 characters', 'x'.repeat(41)],
    ['text that turns around what follows it', 'a\u202eb'],
    ['text in a direction of its own', '\u2066a\u2069'],
    ['a number', 7],
    ['null', null],
  ])('is not %s', (_, value) => {
    expect(isTagName(value)).toBe(false);
  });
});

describe('a list of tags', () => {
  it('keeps the first of those that are the same without case, accents and runs of spaces', () => {
    expect(distinctTags(['Café', 'niño', 'CAFE', 'fin  de mes', 'NINO', 'fin de mes', 'té'])).toEqual([
      'Café',
      'niño',
      'fin  de mes',
      'té',
    ]);
  });
});
