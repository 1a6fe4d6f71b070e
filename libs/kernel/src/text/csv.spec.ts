import { describe, expect, it } from '@jest/globals';
import { csvLine, textCell } from './csv.js';

describe('a cell of text', () => {
  it.each(['=1+1', '+52 55', '-5', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠A1'])(
    '%j is made text',
    (text) => {
      expect(textCell(text)).toMatch(/^"'[^']/);
    },
  );

  it.each([';', ',', '|', '\t', '\n', '\r\n'])('a sign behind %j begins no formula either', (separator) => {
    expect(textCell(`a${separator}=1+1`)).toBe(`"a${separator}'=1+1"`);
  });

  it.each(['Tacos', '1-2', "'=1", '', ' =1', 'a; b - c'])('%j stays as it is, in quotes', (text) => {
    expect(textCell(text)).toBe(`"${text}"`);
  });
});

describe('a line', () => {
  it('has its texts in quotes, and the quotes within them doubled', () => {
    expect(csvLine([textCell('a'), textCell('Pan, "dulce"'), textCell('two\nlines'), '-1.00'])).toBe(
      '"a","Pan, ""dulce""","two\nlines",-1.00\r\n',
    );
  });
});
