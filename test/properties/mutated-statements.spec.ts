import { readdirSync, readFileSync } from 'node:fs';
import { sized } from '../e2e/support/long-form.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ZipArchive } from '../../libs/statement-files/src/spreadsheet/zip-archive.js';
import { readStatement, StatementUnreadable } from '../../libs/statement-files/src/statement.js';
import { zipOf } from '../../libs/statement-files/test/stored-zip.js';

const FILES = ['statements', 'strangers'].flatMap((folder) => {
  const place = new URL(`../golden/${folder}/`, import.meta.url);
  return readdirSync(place).map((name) => ({ name, bytes: readFileSync(new URL(name, place)) }));
});
const LARGEST_PART = 64 * 1024 * 1024;

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom('overwrite', 'remove', 'insert', 'repeat'),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 8 }),
    fc
      .constantFrom('<', '>', '"', '&#0;', '^', '!', '\0', '-', ',', '\n', '</', '<tr>', '1e308')
      .map((text) => Buffer.from(text)),
  ),
  length: fc.integer({ min: 1, max: 400 }),
});
type Change = { at: number; kind: string; bytes: Uint8Array; length: number };

function changed(bytes: Uint8Array, changes: readonly Change[]): Buffer {
  return changes.reduce((file, { at, kind, bytes: put, length }) => {
    const from = Math.floor(at * file.length);
    const [before, after] = [file.subarray(0, from), file.subarray(from)];
    if (kind === 'overwrite') return Buffer.concat([before, put, after.subarray(put.length)]);
    if (kind === 'remove') return Buffer.concat([before, after.subarray(length)]);
    return Buffer.concat([before, kind === 'insert' ? put : after.subarray(0, length), after]);
  }, Buffer.from(bytes));
}

/**
 * Changes one part of a workbook and repacks it with a correct checksum, so that the reader parses the changed part.
 */
function withChangedPart(bytes: Uint8Array, which: number, changes: readonly Change[]): Buffer {
  const archive = new ZipArchive(bytes);
  const parts = archive.names.map((name) => ({ name, content: archive.read(name, LARGEST_PART)! }));
  const at = Math.floor(which * parts.length) % parts.length;
  return zipOf(
    ...parts.map((part, index) => (index === at ? { ...part, content: changed(part.content, changes) } : part)),
  );
}

function tryToRead(file: Uint8Array): void {
  try {
    const { rows } = readStatement(file, { accountCurrency: 'MXN', accountKind: 'asset' });
    const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    expect(/\\u0000|\\ud[89a-f]/.test(text)).toBe(false);
    expect(rows.every(({ amountMinor }) => amountMinor === null || amountMinor >= 0n)).toBe(true);
  } catch (error) {
    if (!(error instanceof StatementUnreadable)) throw error;
  }
}

describe('randomly changed statements', () => {
  const changes = fc.array(change, { minLength: 1, maxLength: 6 });

  it.each(FILES)(
    'reads a file with randomly changed bytes or rejects it with a documented error: $name',
    ({ bytes }) => {
      fc.assert(
        fc.property(changes, (some) => tryToRead(changed(bytes, some))),
        { numRuns: sized(10, 40) },
      );
    },
  );

  it.each(FILES.filter(({ name }) => name.endsWith('.xlsx')))(
    'reads a workbook with a randomly changed part or rejects it with a documented error: $name',
    ({ bytes }) => {
      fc.assert(
        fc.property(fc.double({ min: 0, max: 1, noNaN: true }), changes, (which, some) =>
          tryToRead(withChangedPart(bytes, which, some)),
        ),
        { numRuns: sized(25, 120) },
      );
    },
  );
});
