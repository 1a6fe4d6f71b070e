import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldText } from '@app/kernel/pure';
import { sized } from '../../../../test/e2e/support/long-form.js';
import { foldPattern, literalIn } from './fold-pattern.js';
import { compiledPattern, patternFault } from './pattern.js';

const finds = (pattern: string, text: string) => {
  expect([pattern, patternFault(pattern)]).toEqual([pattern, null]);
  return compiledPattern(pattern).isIn(foldText(text));
};

describe('foldPattern', () => {
  it.each([
    ['Café Ñandú', 'cafe nandu'],
    ['OXXO  CENTRO', 'oxxo centro'],
    ['a\\s{2,}b', 'a b'],
    ['a\\s*b', 'a ?b'],
    ['a \\s* b', 'a b'],
    ['a \\s*?b', 'a b'],
    ['\\S+\\W\\D\\B', '\\S+\\W\\D\\B'],
    ['\\xE1\\x{C9}\\303', 'aea'],
    ['\\x2A\\x20\\055', '\\* -'],
    ['\\QA.B\\E+', 'a\\.b+'],
    ['(?P<Nombre>É)', '(?P<Nombre>e)'],
    ['(?i:Á|B)', '(?i:a|b)'],
    ['\\p{Lu}\\PN', '\\p{Lu}\\PN'],
    ['x{2,3}', 'x{2,3}'],
    ['[[:alpha:]Z]', '[[:alpha:]\\x{5a}\\x{7a}]'],
  ])('folds the pattern %s to %s', (pattern, folded) => {
    expect(foldPattern(pattern)).toBe(folded);
  });

  it('a pattern ignores case, accents and repeated spaces', () => {
    expect(finds('CAFÉ\\s{2,}EL', 'Pago cafe   el Jarocho')).toBe(true);
    expect(finds('cafe el', 'CAFÉ\u00a0\u2003EL')).toBe(true);
    expect(finds('^nandu$', '  Ñandú ')).toBe(true);
    expect(finds('pingüino', 'PINGUINO')).toBe(true);
    expect(finds('pinguino', 'pingüino')).toBe(true);
  });

  it('a pattern matches anywhere in the text unless it is anchored', () => {
    expect([finds('xx', 'OXXO'), finds('^xx', 'OXXO'), finds('o$', 'OXXO')]).toEqual([true, false, true]);
  });

  it('folds accented letters in classes and ranges', () => {
    expect(finds('^[áéíóú]+$', 'AEIOU aei'.replace(' ', ''))).toBe(true);
    expect(finds('^[a-zñ]+$', 'Ñandú')).toBe(true);
    expect(finds('^[à-ü]+$', 'éí')).toBe(true);
    expect([finds('[à-ü]', 'nube'), finds('[à-ü]', 'xyz')]).toEqual([true, false]);
    expect(finds('^[^á]+$', 'ABC')).toBe(false);
    expect(finds('^[^A-Z]+$', 'abc')).toBe(false);
    expect(finds('^[\\t-]$', ' - '.trim())).toBe(true);
    expect(finds('^a[\\s]b$', 'a \n b')).toBe(true);
    expect(finds('[]a]', ']')).toBe(true);
    expect(finds('[^]a]', 'A]')).toBe(false);
    expect(finds('^[가-힣]{2}$', '한글')).toBe(true);
    expect(finds('한+', '한한')).toBe(true);
  });

  it('folding preserves the meaning of escapes in a pattern', () => {
    expect([finds('\\d{4}', 'Ref 1234'), finds('\\D', '1234'), finds('\\bUBER\\b', 'pago uber trip')]).toEqual([
      true,
      false,
      true,
    ]);
    expect([
      finds('\\x41', 'a'),
      finds('\\x{e1}', 'A'),
      finds('\\$5\\.00', 'US$5.00'),
      finds('\\p{Lu}', 'abc'),
    ]).toEqual([true, true, true, true]);
  });

  it('a pattern of letters matches the same texts as a substring search', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aAáÁñÑnüuUz09 \u00a0'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        letters,
        fc.string({ unit: fc.constantFrom(...'aAáÁñÑnüuUz09 \u00a0'), maxLength: 12 }),
        (word, text) => {
          fc.pre(foldText(word) !== '');
          const spaces = /^[ \u00a0]|[ \u00a0]$/;
          fc.pre(!spaces.test(word));
          expect(finds(word, text)).toBe(foldText(text).includes(foldText(word)));
        },
      ),
    );
  });

  it('every valid random pattern compiles after folding', () => {
    const pieces = [
      'a',
      'É',
      ' ',
      '\\s',
      '\\S',
      '[áb-d]',
      '[^ñ\\d]',
      '(',
      ')',
      '|',
      '*',
      '+?',
      '{2}',
      '\\Q',
      '\\E',
      '\\x{f1}',
      '^',
      '$',
      '[[:^digit:]]',
      '.',
      '-',
      ']',
      '(?i)',
      '\u0301',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }), (parts) => {
        const pattern = parts.join('');
        const fault = patternFault(pattern);
        if (fault === null) expect(() => compiledPattern(pattern).isIn('a b')).not.toThrow();
      }),
      { numRuns: sized(250, 1_000) },
    );
  });
});

describe('literalIn', () => {
  it.each([
    ['^café [a-z]+ roma$', 'cafe '],
    ['oxxo', 'oxxo'],
    ['ab+cde', 'cde'],
    ['abc*', 'ab'],
    ['abc?de', 'ab'],
    ['xa{2}b', 'x'],
    ['a{0,3}', ''],
    ['a|b', ''],
    ['(a|bcd)ef', 'ef'],
    ['(?i)(?:abc)', ''],
    ['(?i)abc', 'abc'],
    ['a\\.b', 'a.b'],
    ['a.bc', 'bc'],
    ['a\\dbc', 'bc'],
    ['a\\s*bc', 'bc'],
    ['[abc]', ''],
    ['한글', '한글'],
  ])('for the pattern %j, returns the literal %j', (pattern, letters) => {
    expect(literalIn(foldPattern(pattern))).toBe(letters);
  });

  it('extracts a literal that occurs in every matching text', () => {
    const pieces = [
      'a',
      'b',
      'É',
      ' ',
      '\\s',
      '[ab]',
      '(',
      ')',
      '(?:',
      '|',
      '*',
      '+',
      '?',
      '{2}',
      '{0,2}',
      '.',
      '\\.',
      '^',
      '\\b',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }),
        fc.array(fc.string({ unit: fc.constantFrom(...'abeÉ .'), maxLength: 10 }), { minLength: 20, maxLength: 20 }),
        (parts, texts) => {
          const pattern = parts.join('');
          fc.pre(patternFault(pattern) === null);
          const { literal, isIn } = compiledPattern(pattern);
          for (const text of texts.map(foldText)) if (isIn(text)) expect(text).toContain(literal.normalize('NFD'));
        },
      ),
      { numRuns: sized(250, 1_000) },
    );
  });
});

describe('unsupported patterns', () => {
  it.each([
    '(',
    'a{2,1}',
    '[z-a]',
    '(?=a)',
    '(?<!a)b',
    '(a)\\1',
    'a**',
    '\\C',
    'x{1001}',
    '(x{1000}){1000}',
    'a(?)?^',
    'a(?i)*b',
    'x{51}',
    '(?P<n',
    '\\p{Nada}',
    '(?:[a-z]{50}){20}',
    '('.repeat(249),
  ])('rejects the pattern %s with a reason', (pattern) => {
    expect(patternFault(pattern)).toMatch(/must|large/);
  });

  it('matches a pattern without backtracking', () => {
    const text = `${'a'.repeat(1_999)}!`;
    for (const pattern of ['(a+)+$', '(a|aa)+$', '(a*)*b', '(.*a){12}b', '([a-z]+)*@'])
      expect(compiledPattern(pattern).isIn(text)).toBe(false);
  });
});
