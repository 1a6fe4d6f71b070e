import { isBlank } from '../text/fold-text.js';
import { LIMITS } from '../limits/limits.js';
import { type SourceRecord } from '../records/source-table.js';
import { TableSize } from '../limits/table-size.js';
import { StatementUnreadable } from '../limits/unreadable.js';
import { soundText } from '../cells/workbook-cells.js';

export class SheetRows {
  private readonly rows = new Map<number, string[]>();
  private readonly size = new TableSize('row');
  private width = 0;

  /** Adds a cell. Rows are counted from 1 and columns from 0. Blank text leaves the cell empty. */
  add(row: number, column: number, text: string): void {
    if (isBlank(text)) return;
    if (column >= LIMITS.columns) throw new StatementUnreadable('a row has more than 1,000 columns', `row ${row}`);
    this.size.addText(row, text.length);
    const cells = this.cellsOf(row);
    while (cells.length < column) cells.push('');
    cells[column] = soundText(text);
    this.width = Math.max(this.width, column + 1);
  }

  records(): SourceRecord[] {
    const rows = [...this.rows].sort(([first], [second]) => first - second);
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
