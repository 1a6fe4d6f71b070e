import { chooseDelimiter } from './choose-delimiter.js';
import { decodeText } from '../text/decode-text.js';
import { labelledRecords } from './labelled-lines.js';
import { splitRecords } from './split-records.js';
import type { SourceHints, SourceRecord, SourceTable } from '../records/source-table.js';
import { StatementUnreadable } from '../limits/unreadable.js';

/**
 * Takes delimited text apart, or a text of labelled lines: encoding and delimiter are the caller's, or else found.
 * @throws StatementUnreadable when the file is blank, binary, or over the limits
 */
export function readDelimited(bytes: Uint8Array, hints: SourceHints): SourceTable {
  const { text, ...read } = decodeText(bytes, hints.encoding);
  if (text.trim() === '') throw new StatementUnreadable('the file is empty');
  const content = withoutEndMark(text);
  const labelled = hints.delimiter === undefined ? labelledRecords(content) : null;
  if (labelled !== null) return { format: 'csv', ...read, delimiter: null, records: labelled };
  const delimiter = hints.delimiter ?? chooseDelimiter(content);
  const records = splitRecords(content, delimiter);
  const wrapped = unwrapped(records);
  if (wrapped === null) return { format: 'csv', ...read, delimiter, records };
  const inner = hints.delimiter ?? chooseDelimiter(wrapped);
  return { format: 'csv', ...read, delimiter: inner, records: splitRecords(wrapped, inner) };
}

/** DOS programs end a text with the character 26. */
function withoutEndMark(text: string): string {
  return text.endsWith('\u001a') ? text.slice(0, -1) : text;
}

/**
 * The text inside the quotes when every line of a file is quoted as a whole (`"05/10/2026,OXXO,""1,200.00"""`), as
 * spreadsheets make of a statement that was opened in one column; else null.
 */
function unwrapped(records: readonly SourceRecord[]): string | null {
  const filled = records.filter(({ cells }) => cells.length > 1 || cells[0] !== '');
  if (!filled.every(({ cells }) => cells.length === 1 && !cells[0]!.includes('\n'))) return null;
  const tables = filled.filter(({ cells }) => /[,;|\t]/.test(cells[0]!));
  if (tables.length < 2 || tables.length < filled.length / 2) return null;
  return records.map(({ cells }) => cells[0]!).join('\n');
}
