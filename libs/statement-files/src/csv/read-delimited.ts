import { chooseDelimiter } from './choose-delimiter.js';
import { decodeText } from '../text/decode-text.js';
import { labelledRecords } from './labelled-lines.js';
import { splitRecords } from './split-records.js';
import type { SourceHints, SourceRecord, SourceTable } from '../records/source-table.js';
import { StatementUnreadable } from '../limits/unreadable.js';

/** @throws StatementUnreadable if the file is blank, binary or too large */
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

/** Removes Ctrl-Z (character 26), which DOS programs write at the end of a text. */
function withoutEndMark(text: string): string {
  return text.endsWith('\u001a') ? text.slice(0, -1) : text;
}

/**
 * Unwraps lines that some spreadsheets put into quotes as a whole: `"05/10/2026,OXXO,""1,200.00"""`. Returns null if a
 * line has several cells, or if fewer than two lines, or less than half of them, contain a delimiter.
 */
function unwrapped(records: readonly SourceRecord[]): string | null {
  const filled = records.filter(({ cells }) => cells.length > 1 || cells[0] !== '');
  if (!filled.every(({ cells }) => cells.length === 1 && !cells[0]!.includes('\n'))) return null;
  const tables = filled.filter(({ cells }) => /[,;|\t]/.test(cells[0]!));
  if (tables.length < 2 || tables.length < filled.length / 2) return null;
  return records.map(({ cells }) => cells[0]!).join('\n');
}
