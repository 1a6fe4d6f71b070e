import { formatOf, isCompoundFile } from './file-signature.js';
import { readCamt053 } from './camt/read-camt053.js';
import { readDelimited } from './csv/read-delimited.js';
import { readHtml } from './spreadsheet/read-html.js';
import { readOfx } from './ofx/read-ofx.js';
import { readQif } from './qif/read-qif.js';
import { readSpreadsheetXml } from './spreadsheet/read-spreadsheet-xml.js';
import { readXls } from './spreadsheet/read-xls.js';
import { readXlsx } from './spreadsheet/read-xlsx.js';
import type { SourceHints, SourceTable, StatementFormat, TableReader } from './records/source-table.js';
import { StatementUnreadable } from './limits/unreadable.js';

/** Readers by format. To add a format, add an entry here and another in `file-signature.ts`. */
const READERS: Readonly<Record<Exclude<StatementFormat, 'pdf'>, TableReader>> = {
  csv: readDelimited,
  xlsx: readXlsx,
  xls: (bytes, hints) => (isCompoundFile(bytes) ? readXls(bytes) : readSpreadsheetXml(bytes, hints)),
  html: readHtml,
  ofx: readOfx,
  qif: readQif,
  camt053: readCamt053,
};

/** @throws StatementUnreadable if the file is empty, damaged, too large or of an unsupported kind */
export function readTable(bytes: Uint8Array, hints: SourceHints): SourceTable {
  if (bytes.length === 0) throw new StatementUnreadable('the file is empty');
  const format = formatOf(bytes);
  // `openPdf` reads PDFs, because extracting their text is asynchronous.
  if (format === 'pdf') throw new StatementUnreadable('the file is a PDF document');
  return READERS[format](bytes, hints);
}
