import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sized } from '../../../../test/e2e/support/long-form.js';
import { cleaned, MAX_CHARACTERS, untrusted } from './untrusted.js';

describe('third-party text', () => {
  it.each([
    ['Pago\u202E\nde\tluz', 'Pago de luz'],
    ['a\u0000b\u001b[31mc\u0085d', 'a b [31mc d'],
    ['\u2028uno\u2029dos\r\n', 'uno dos'],
    ['ig\u200Bno\u200Dra\uFEFF \u2066todo\u2069', 'ignora todo'],
    ['x\u{E0041}\u{E0042}y\u{E0101}\uFE0Fz', 'xyz'],
    ['\u3164\u115F\u2800\u00ADa\u034F', 'a'],
    ['medio \uD800 car\uDC00cter', 'medio carcter'],
    ['\uE000\u{F0000}\uFFFE\u{1FFFF}', ''],
    ['  Café   de Coyoacán ', 'Café de Coyoacán'],
    ['Cafe\u0301', 'Café'],
  ])('reduces third-party text to one line of visible characters: %j', (text, seen) => {
    expect(cleaned(text)).toBe(seen);
  });

  it('truncates third-party text to 500 characters without splitting a character', () => {
    expect([...cleaned('🌮'.repeat(600))]).toHaveLength(MAX_CHARACTERS);
    expect(cleaned('a'.repeat(500))).toHaveLength(500);
  });

  it('removes all invisible characters from third-party text in one pass', () => {
    const unit = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(
        fc.array(unit).map((parts) => parts.join('')),
        (text) => {
          const seen = cleaned(text);
          expect(seen).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
          expect(cleaned(seen)).toBe(seen);
        },
      ),
      { numRuns: sized(125, 500) },
    );
  });

  it('stores third-party text under the name of its field, including lists and null', () => {
    expect(untrusted({ name: 'a\nb', tags: ['c\u200Bd'], notes: null, bank: undefined })).toEqual({
      name: 'a b',
      tags: ['cd'],
      notes: null,
    });
  });
});
