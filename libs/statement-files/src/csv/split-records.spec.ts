import { describe, expect, it } from '@jest/globals';
import { splitRecords } from './split-records.js';

const cells = (text: string, delimiter = ',') => splitRecords(text, delimiter).map((record) => record.cells);
const lines = (text: string) => splitRecords(text, ',').map((record) => record.line);

describe('splitRecords', () => {
  it('splits a line into cells without trimming them', () => {
    expect(cells(' a , b\nc,', ',')).toEqual([
      [' a ', ' b'],
      ['c', ''],
    ]);
    expect(cells('a|b,c|d', '|')).toEqual([['a', 'b,c', 'd']]);
  });

  it('accepts LF, CRLF, CR and mixed line endings, and counts lines from 1', () => {
    expect(cells('a\nb\r\nc\rd')).toEqual([['a'], ['b'], ['c'], ['d']]);
    expect(lines('a\r\rb\r\n\nc\n')).toEqual([1, 2, 3, 4, 5]);
  });

  it('parses quoted cells with delimiters, doubled quotes and line breaks', () => {
    expect(cells('TIENDA,"DOS, TRES","di ""hola"""')).toEqual([['TIENDA', 'DOS, TRES', 'di "hola"']]);
    expect(cells('"a\r\nb",c\nd,e')).toEqual([
      ['a\nb', 'c'],
      ['d', 'e'],
    ]);
    expect(cells('"",""\n"""",x')).toEqual([
      ['', ''],
      ['"', 'x'],
    ]);
    expect(cells('"a" , "b" \n')).toEqual([['a', 'b']]);
  });

  it('the line number of a record is the number of its first line', () => {
    expect(lines('a,"x\ny\nz"\nb\n\n"c"')).toEqual([1, 4, 5, 6]);
  });

  it('preserves quotes inside a cell', () => {
    expect(cells('TIENDA "LA ESQUINA" MX,5" TUBO')).toEqual([['TIENDA "LA ESQUINA" MX', '5" TUBO']]);
    expect(cells('"TIENDA "LA OTRA" MX",1')).toEqual([['TIENDA "LA OTRA" MX', '1']]);
    expect(cells('"TIENDA "FINAL"",1')).toEqual([['TIENDA "FINAL"', '1']]);
  });

  it('treats an unclosed quote as text and loses no rows', () => {
    expect(cells('1/1,"A,5\n1/2,B,6')).toEqual([
      ['1/1', '"A', '5'],
      ['1/2', 'B', '6'],
    ]);
    expect(cells('1/1,"A,"1,000.00"\n1/2,B,6')).toEqual([
      ['1/1', '"A', '1,000.00'],
      ['1/2', 'B', '6'],
    ]);
    expect(cells('1/1,"A,5\n1/2,"B",6')).toEqual([
      ['1/1', '"A', '5'],
      ['1/2', 'B', '6'],
    ]);
    expect(cells('1/1,A\n1/2,"B')).toEqual([
      ['1/1', 'A'],
      ['1/2', '"B'],
    ]);
  });

  it.each([
    ['opening quotes', ',"x'],
    ['lines with an opening quote', ',"x\n'],
    ['doubled quotes', '""x\n'],
    ['lone quotes', '"\n'],
    ['lines that end in a quote', '1/1,"a\n"'],
  ])('splits 100,000 %s in linear time', (_, piece) => {
    expect(splitRecords(piece.repeat(100_000), ',', Infinity).length).toBeGreaterThan(0);
  });

  it.each([
    ['a line over 1 MB', `a,b\n${'x'.repeat(1_000_001)}`, 'line 2'],
    ['more than 1,000 columns', `a\n${','.repeat(1_000)}`, 'line 2'],
    ['more than 110,000 non-empty lines', 'a\n'.repeat(110_001), 'line 110001'],
    ['more than 300,000 lines', '\n'.repeat(300_001), 'line 300001'],
  ])('rejects %s and reports the line', (_, text, where) => {
    expect(() => splitRecords(text, ',')).toThrow(where);
  });

  it('rejects a quoted cell over 1 MB but accepts an unclosed quote in a long file', () => {
    const long = `${'x'.repeat(99)}\n`.repeat(11_000);
    expect(() => splitRecords(`a,b\n1/1,"${long}",5\n`, ',')).toThrow('a line is longer than 1 MB (line 2)');
    const rows = '1/2,B,6\n'.repeat(100_000);
    expect(splitRecords(`1/1,"A,5\n${rows}1/3,"B",7\n`, ',')).toHaveLength(100_002);
  });

  it('accepts a line of exactly 1 MB', () => {
    expect(splitRecords('x'.repeat(1_000_000), ',')).toHaveLength(1);
  });
});

it('drops blank lines after the first 10,000', () => {
  const records = splitRecords(`a${'\n'.repeat(50_000)}b`, ',');
  expect(records.length).toBeLessThan(20_000);
  expect([records[0], records.at(-1)]).toEqual([
    { line: 1, cells: ['a'] },
    { line: 50_001, cells: ['b'] },
  ]);
});
