import { findTable } from './find-table.js';
import { isBlank } from './fold-text.js';
import { readHeading } from './header-words.js';
import { looksLikeMovement } from './movement-signs.js';
import { LIMITS, type SourceRecord } from './source-table.js';
import { TableSize } from './table-size.js';
import { StatementUnreadable } from './unreadable.js';
import { serialDate, soundText } from './workbook-cells.js';

/** Gathers the filled cells of one sheet into rows of one width, within the limits. */
export class SheetRows {
  private readonly rows = new Map<number, string[]>();
  private readonly size = new TableSize('row');
  private width = 0;

  /**
   * Enters a cell; one without anything to see leaves its place empty.
   * @param row from 1, as people count them
   * @param column from 0
   */
  add(row: number, column: number, text: string): void {
    if (isBlank(text)) return;
    if (column >= LIMITS.columns) throw new StatementUnreadable('a row has more than 1,000 columns', `row ${row}`);
    this.size.addText(row, text.length);
    const cells = this.cellsOf(row);
    while (cells.length < column) cells.push('');
    cells[column] = soundText(text);
    this.width = Math.max(this.width, column + 1);
  }

  /** The rows that hold anything, from the top. Cells that a row leaves out at its end are empty ones. */
  records(): SourceRecord[] {
    const rows = [...this.rows].sort(([one], [other]) => one - other);
    const size = new TableSize('row');
    return rows.map(([line, cells]) => {
      size.addRecord(line, this.width);
      while (cells.length < this.width) cells.push('');
      return { line, cells };
    });
  }

  private cellsOf(row: number): string[] {
    const known = this.rows.get(row);
    if (known) return known;
    const cells: string[] = [];
    this.size.addRecord(row, 0);
    this.rows.set(row, cells);
    return cells;
  }
}

/**
 * The records of the sheet that holds the statement: the first one with a table that has movements in it, or else the
 * first one with a table, or with anything at all.
 * @param sheets the visible ones, in their order, each read only when it is its turn
 * @throws StatementUnreadable when there is nothing in any of them
 */
export function sheetWithStatement(sheets: Iterable<readonly SourceRecord[]>, from1904: boolean): SourceRecord[] {
  let best: SourceRecord[] | null = null;
  let bestRank = 0;
  for (const sheet of sheets) {
    const records = withSerialDates(sheet, from1904);
    const rank = rankOf(records);
    if (rank === MOVEMENTS) return records;
    if (rank > bestRank) [best, bestRank] = [records, rank];
  }
  if (best === null) throw new StatementUnreadable('the workbook has no visible sheet with anything in it');
  return best;
}

const MOVEMENTS = 3;

function rankOf(records: readonly SourceRecord[]): number {
  if (records.length === 0) return 0;
  const table = tableIn(records);
  if (table === null) return 1;
  return table.body.some(({ cells }) => looksLikeMovement(cells)) ? MOVEMENTS : 2;
}

function tableIn(records: readonly SourceRecord[]) {
  try {
    return findTable(records);
  } catch (error) {
    if (error instanceof StatementUnreadable) return null;
    throw error;
  }
}

/** Serial numbers of the years 1990 to 2100: what stands under `Fecha` without the format of a date. */
const SERIAL = /^(?:3[3-9]|[4-6]\d|7[0-2])\d{3}(?:\.\d+)?$/;

/** The same records with days where a column that is headed as dates holds nothing but serial numbers. */
function withSerialDates(records: readonly SourceRecord[], from1904: boolean): SourceRecord[] {
  const table = tableIn(records);
  const columns = (table?.header?.cells ?? []).flatMap((heading, index) => {
    const isDate = readHeading(heading.trim())[0]?.role === 'date';
    return isDate && table!.body.every(({ cells }) => isBlank(cells[index]!) || SERIAL.test(cells[index]!))
      ? [index]
      : [];
  });
  if (columns.length === 0) return [...records];
  return records.map(({ line, cells }) => {
    const dated = cells.map((cell, index) =>
      columns.includes(index) && SERIAL.test(cell) ? (serialDate(cell, from1904) ?? cell) : cell,
    );
    return { line, cells: dated };
  });
}
