import { LIMITS } from './limits.js';
import { StatementUnreadable } from './unreadable.js';

export class TableSize {
  private records = 0;
  private cells = 0;
  private characters = 0;

  constructor(
    private readonly what: 'line' | 'row',
    private readonly mostColumns: number = LIMITS.columns,
  ) {}

  addRecord(line: number, cells: number): void {
    this.records += 1;
    this.cells += cells;
    const where = `${this.what} ${line}`;
    if (cells > this.mostColumns) throw new StatementUnreadable(`a ${this.what} has more than 1,000 columns`, where);
    const most = this.what === 'row' ? LIMITS.filledLines : LIMITS.records;
    if (this.records > most) {
      throw new StatementUnreadable(`the file has more than ${most.toLocaleString('en')} ${this.what}s`, where);
    }
    if (this.cells > LIMITS.cells) throw new StatementUnreadable('the file has more than 3,000,000 cells', where);
  }

  /**
   * Counts the characters in cells. A workbook stores a string once but may show it in many cells, so the size of the
   * file does not limit their total.
   */
  addText(line: number, length: number): void {
    this.characters += length;
    const where = `${this.what} ${line}`;
    if (length > LIMITS.lineLength) throw new StatementUnreadable('a cell is longer than 1 MB', where);
    if (this.characters > LIMITS.characters) {
      throw new StatementUnreadable('the cells contain more than 64 million characters', where);
    }
  }
}

/** @throws StatementUnreadable if the count, including skipped entries, exceeds the limit */
export function refuseTooMany(what: 'transactions' | 'entries', count: number, where: string): void {
  if (count > LIMITS.filledLines) throw new StatementUnreadable(`the file has too many ${what}`, where);
}
