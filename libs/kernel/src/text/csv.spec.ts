import { describe, expect, it } from '@jest/globals';
import { csvLine, textCell, textOfCell } from './csv.js';

describe('a text cell', () => {
  it.each(['=1+1', '+52 55', '-5', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠A1'])(
    'escapes the formula %j in a text cell',
    (text) => {
      expect(textCell(text)).toMatch(/^"'[^']/);
    },
  );

  it.each([';', ',', '|', '\t', '\n', '\r\n'])('escapes a formula that follows %j', (separator) => {
    expect(textCell(`a${separator}=1+1`)).toBe(`"a${separator}'=1+1"`);
  });

  it.each(['Tacos', '1-2', "'=1", '', ' =1', 'a; b - c'])('does not escape %j, which is not a formula', (text) => {
    expect(textCell(text)).toBe(`"${text}"`);
  });
});

describe('the text of a CSV cell', () => {
  it.each(['=1+1', '+52 55', 'a;-1', '\t=1', '\rb', '@a\n=b', "it's 'so'", "'a", 'Tacos'])(
    'a text cell survives a round trip through CSV: %j',
    (text) => {
      expect(textOfCell(textCell(text).slice(1, -1))).toBe(text);
    },
  );
});

describe('a line of CSV', () => {
  it('quotes the text cells of a CSV line and doubles quotes in them', () => {
    expect(csvLine([textCell('a'), textCell('Pan, "dulce"'), textCell('two\nlines'), '-1.00'])).toBe(
      '"a","Pan, ""dulce""","two\nlines",-1.00\r\n',
    );
  });
});
