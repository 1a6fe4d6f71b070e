import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { Statement } from '@app/kernel';

/**
 * Number of characters from which the list elements of a line are written on separate lines, so that diffs show the
 * changed elements.
 */
const LONG_LINE = 140;

/** Expects generated text to equal the checked-in file. `UPDATE_GOLDEN=1` writes the file instead. */
export function expectGolden(file: URL, text: string): void {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  expect(text).toBe(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
}

/** Formats a query with a title, the bound values and the SQL without the indentation of the source. */
export function titledSql(title: string, { text, values }: Statement): string {
  const bound = values.map((value, index) => `-- $${index + 1}: ${JSON.stringify(value)}\n`);
  const lines = text.split('\n').flatMap((line) => {
    const trimmed = line.trim();
    return trimmed.length > LONG_LINE ? trimmed.replaceAll(', ', ',\n  ') : trimmed;
  });
  return `-- ${title}\n${bound.join('')}${lines.filter((line) => line !== '').join('\n')}\n`;
}
