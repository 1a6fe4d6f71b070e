import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { Statement } from '@app/kernel';

/** From this length on a line has one element of its list per line, so that a change shows as the elements it touches. */
const LONG_LINE = 140;

/** Holds generated text against the file that is checked in. `UPDATE_GOLDEN=1` writes the file instead. */
export function expectGolden(file: URL, text: string): void {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  expect(text).toBe(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
}

/** A statement for a reader: its title, the values that are bound, and its lines without the indentation of the source. */
export function titledSql(title: string, { text, values }: Statement): string {
  const bound = values.map((value, index) => `-- $${index + 1}: ${JSON.stringify(value)}\n`);
  const lines = text.split('\n').flatMap((line) => {
    const trimmed = line.trim();
    return trimmed.length > LONG_LINE ? trimmed.replaceAll(', ', ',\n  ') : trimmed;
  });
  return `-- ${title}\n${bound.join('')}${lines.filter((line) => line !== '').join('\n')}\n`;
}
