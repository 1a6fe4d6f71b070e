import { describe, expect, it } from '@jest/globals';
import type { SectionRows } from '../sections/export-document.js';
import { exportDocument } from '../sections/export-document.js';
import { exportedLines, linesOf } from './export-lines.js';

async function* batches(...all: string[][]): AsyncGenerator<string[]> {
  yield* all;
}

async function written(): Promise<string> {
  const sections: SectionRows[] = [
    { section: 'contacts', batches: batches(['{"n":1}', '{"n":2}'], ['{"n":"\u2028"}']) },
    { section: 'rules', batches: batches() },
  ];
  let text = '';
  for await (const piece of exportDocument('{"name":"Casa"}', sections)) text += piece;
  return text;
}

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function readBack(text: string, size = 7, ...later: string[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const { section, line, text: row } of exportedLines(linesOf(inPieces(text, size)), [
    { section: 'contacts' },
    { section: 'tags', addedLater: true },
    { section: 'rules' },
    ...later.map((section) => ({ section, addedLater: true })),
  ])) {
    lines.push(`${line} ${section} ${row}`);
  }
  return lines;
}

const ROWS = ['2 workspace {"name":"Casa"}', '4 contacts {"n":1}', '5 contacts {"n":2}', '6 contacts {"n":"\u2028"}'];

describe('export lines', () => {
  it('writes one valid JSON document', async () => {
    expect(JSON.parse(await written())).toEqual({
      format: 'centavo-workspace',
      version: 1,
      workspace: { name: 'Casa' },
      contacts: [{ n: 1 }, { n: 2 }, { n: '\u2028' }],
      rules: [],
    });
  });

  it.each([1, 7, 1000])('reads an export in chunks of %i characters', async (size) => {
    expect(await readBack(await written(), size)).toEqual(ROWS);
  });

  it('reads an export with CRLF line endings', async () => {
    expect(await readBack((await written()).replaceAll('\n', '\r\n'))).toEqual(ROWS);
  });

  it('reads an earlier export that lacks the sections added later', async () => {
    expect(await readBack(await written(), 7, 'schedules', 'occurrences')).toEqual(ROWS);
  });

  it('rejects an export that is truncated after any line', async () => {
    const lines = (await written()).trimEnd().split('\n');
    for (let count = 0; count < lines.length; count += 1) {
      await expect(readBack(lines.slice(0, count).join('\n'))).rejects.toThrow('ends unexpectedly');
    }
  });

  it.each([
    [':1,', ':2,', 'has version 2; this program reads version 1'],
    ['centavo-workspace', 'another', 'is not an export'],
    ['{"format"', '{ "format"', 'was reformatted by another program'],
    ['{"format"', '{\n  "format"', 'was reformatted by another program'],
    [',\n"workspace"', ',"workspace"', 'was reformatted by another program'],
    ['{"format"', '[{"format"', 'is not an export'],
    ['"workspace"', '"place"', 'Line 2 of an export must contain the workspace'],
    ['"contacts"', '"people"', 'Line 3 of an export must be "contacts":['],
    ['"n":2},', '"n":2}', 'Line 6 of an export must be ],'],
    [']\n}', '],\n}', 'ends unexpectedly'],
    ['\n}\n', '\n}\n{}\n', 'Line 11 is after the end of the export'],
    ['\n}\n', '\n}\n\n\n{}\n', 'Line 13 is after the end of the export'],
  ])('rejects an export with %j replaced by %j', async (from, to, because) => {
    await expect(readBack((await written()).replace(from, to))).rejects.toThrow(because);
  });
});
