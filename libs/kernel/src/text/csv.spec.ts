import { describe, expect, it } from '@jest/globals';
import { csvLine, textCell } from './csv.js';

describe('a cell of text', () => {
  it.each(['=1+1', '+52 55', '-5', '@SUM(A1)', '\t=1', '\r=1'])('%j is made text', (text) => {
    expect(textCell(text)).toBe(`'${text}`);
  });

  it.each(['Tacos', '1-2', "'=1", '', ' =1'])('%j stays as it is', (text) => {
    expect(textCell(text)).toBe(text);
  });
});

describe('a line', () => {
  it('puts cells in quotes that hold commas, quotes or line breaks', () => {
    expect(csvLine(['a', 'Pan, "dulce"', 'two\nlines', '-1.00'])).toBe('a,"Pan, ""dulce""","two\nlines",-1.00\r\n');
  });
});
