import { formatOf } from './file-signature.js';
import { readDelimited } from './read-delimited.js';
import type { SourceHints, SourceTable, StatementFormat, TableReader } from './source-table.js';
import { StatementUnreadable } from './unreadable.js';

/** One reader for each format that can be read. A further format is one more line here. */
const READERS: Readonly<Partial<Record<StatementFormat, TableReader>>> = {
  csv: readDelimited,
};

const NAMES: Readonly<Record<StatementFormat, string>> = {
  csv: 'delimited text',
  xlsx: 'an Excel workbook (xlsx)',
  xls: 'an Excel workbook (xls)',
  html: 'an HTML page',
  ofx: 'an OFX file',
  qif: 'a QIF file',
  camt053: 'an XML document',
};

/**
 * Takes a file apart into cells, with the reader for what the file's own bytes say it is.
 * @throws StatementUnreadable when it is empty, of a kind that is not read, or over the limits
 */
export function readTable(bytes: Uint8Array, hints: SourceHints): SourceTable {
  if (bytes.length === 0) throw new StatementUnreadable('the file is empty');
  const format = formatOf(bytes);
  const reader = READERS[format];
  if (!reader) throw new StatementUnreadable(`the file is ${NAMES[format]}, which is not read as a statement`);
  return reader(bytes, hints);
}
