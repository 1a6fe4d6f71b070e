import { describe, expect, it } from '@jest/globals';
import { codePoints, isStorableText, normaliseText } from './text.js';

describe('text normalization and validation', () => {
  it('trims text and normalizes it to NFC', () => {
    expect(normaliseText('  Cafe\u0301 \u00a0')).toBe('Caf\u00e9');
    expect(normaliseText('a  b')).toBe('a  b');
    expect(normaliseText(5)).toBe(5);
  });

  it('rejects letters with hundreds of thousands of combining marks without normalizing them', () => {
    const marked = `a${'\u0301\u0323'.repeat(170_000)}`;
    expect(isStorableText(normaliseText(marked) as string, 'many')).toBe(false);
    expect(normaliseText('e\u0301'.repeat(400_000), 120)).toHaveLength(800_000);
  });

  it('counts text in code points', () => {
    expect([codePoints(''), codePoints('ñ'), codePoints('😀'), codePoints('👩‍👩‍👧'), codePoints('e\u0301')]).toEqual([
      0, 1, 1, 5, 2,
    ]);
  });

  it('accepts all Unicode characters except control characters and lone surrogates', () => {
    for (const text of ['', 'Año nuevo', '😀', '<b>', '\u202e', '\u{10ffff}', '\u00a0'])
      expect(isStorableText(text, 'one')).toBe(true);
    for (const text of ['\u0000', 'a\u001fb', '\u007f', '\u0080', '\u009f', '\ud800', 'a\udc00', '\udc00\ud800']) {
      expect([isStorableText(text, 'one'), isStorableText(text, 'many')]).toEqual([false, false]);
    }
  });

  it('accepts tabs and line breaks in multiline text', () => {
    for (const text of ['a\tb', 'a\nb', 'a\r\nb'])
      expect([isStorableText(text, 'one'), isStorableText(text, 'many')]).toEqual([false, true]);
    for (const text of ['a\u000bb', 'a\u000cb']) expect(isStorableText(text, 'many')).toBe(false);
  });
});
