import { formatOf, isCompoundFile } from './file-signature.js';
import { readCamt053 } from './read-camt053.js';
import { readDelimited } from './read-delimited.js';
import { readHtml } from './read-html.js';
import { readOfx } from './read-ofx.js';
import { readQif } from './read-qif.js';
import { readSpreadsheetXml } from './read-spreadsheet-xml.js';
import { readXls } from './read-xls.js';
import { readXlsx } from './read-xlsx.js';
import type { SourceHints, SourceTable, StatementFormat, TableReader } from './source-table.js';
import { StatementUnreadable } from './unreadable.js';

/** One reader for each format. A further format is one more line here, and one in `file-signature.ts`. */
const READERS: Readonly<Record<StatementFormat, TableReader>> = {
  csv: readDelimited,
  xlsx: readXlsx,
  xls: (bytes, hints) => (isCompoundFile(bytes) ? readXls(bytes) : readSpreadsheetXml(bytes, hints)),
  html: readHtml,
  ofx: readOfx,
  qif: readQif,
  camt053: readCamt053,
};

/**
 * Takes a file apart into cells, with the reader for what the file's own bytes say it is.
 * @throws StatementUnreadable when it is empty, of a kind that is not read, damaged, or over the limits
 */
export function readTable(bytes: Uint8Array, hints: SourceHints): SourceTable {
  if (bytes.length === 0) throw new StatementUnreadable('the file is empty');
  return READERS[formatOf(bytes)](bytes, hints);
}
