import type { SourceRecord } from '../records/source-table.js';
import { looksLikeAmount } from '../cells/movement-signs.js';
import { isBlank } from '../text/fold-text.js';
import type { FoundTable } from './find-table.js';

const MARK = /^\s*\(?([cd]r|db)\.?\)?\s*$/i;

/**
 * Appends the marks CR and DR from the next column to the amounts (`£20.00 CR`).
 * @returns changed records by original record
 */
export function sideMarks(table: FoundTable): ReadonlyMap<SourceRecord, SourceRecord> {
  const column = markColumn(table);
  if (column === null) return new Map();
  const isBeyond = column >= table.width;
  const marked = (record: SourceRecord): SourceRecord => {
    const { cells } = record;
    const mark = cells[column] ?? '';
    if (!MARK.test(mark) || !looksLikeAmount(cells[column - 1] ?? '')) return record;
    const joined = cells.with(column - 1, `${cells[column - 1]} ${mark.trim()}`).with(column, '');
    return { ...record, raw: record.raw ?? cells, cells: isBeyond ? joined.slice(0, column) : joined };
  };
  return new Map(table.body.map((record) => [record, marked(record)]));
}

function markColumn({ header, body }: FoundTable): number | null {
  const columns = new Set<number>();
  for (const { cells } of body) {
    for (let at = 1; at < cells.length; at += 1) if (cells[at]!.length < 7 && MARK.test(cells[at]!)) columns.add(at);
  }
  const isMarks = (column: number) => {
    if (!isBlank(header?.cells[column] ?? '')) return false;
    const paid = body.filter(({ cells }) => looksLikeAmount(cells[column - 1] ?? ''));
    const marks = paid.map(({ cells }) => cells[column] ?? '');
    return marks.every((mark) => isBlank(mark) || MARK.test(mark)) && marks.some(isBlank);
  };
  return [...columns].find(isMarks) ?? null;
}
