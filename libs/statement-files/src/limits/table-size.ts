import { LIMITS } from './limits.js';
import { StatementUnreadable } from './unreadable.js';

/** Counts what is read of a file, and stops at the limits before the memory is gone. */
export class TableSize {
  private records = 0;
  private cells = 0;
  private characters = 0;

  /** @param what what a record is called in this kind of file */
  constructor(
    private readonly what: 'line' | 'row',
    private readonly mostColumns: number = LIMITS.columns,
  ) {}

  addRecord(line: number, cells: number): void {
    this.records += 1;
    this.cells += cells;
    const where = `${this.what} ${line}`;
    if (cells > this.mostColumns) throw new StatementUnreadable(`a ${this.what} has more than 1,000 columns`, where);
    // Rows are counted where they hold anything, and lines of a text also where they are blank.
    const most = this.what === 'row' ? LIMITS.filledLines : LIMITS.records;
    if (this.records > most) {
      throw new StatementUnreadable(`the file has more than ${most.toLocaleString('en')} ${this.what}s`, where);
    }
    if (this.cells > LIMITS.cells) throw new StatementUnreadable('the file has more than 3,000,000 cells', where);
  }

  /** A workbook names a text once and shows it in any number of cells, so its size says little about theirs. */
  addText(line: number, length: number): void {
    this.characters += length;
    const where = `${this.what} ${line}`;
    if (length > LIMITS.lineLength) throw new StatementUnreadable('a cell is longer than 1 MB', where);
    if (this.characters > LIMITS.characters) {
      throw new StatementUnreadable('the cells hold more than 64 million characters', where);
    }
  }
}

/** Stops at the limit where a file names its movements one by one, the passed over ones among them. */
export function refuseTooMany(what: 'movements' | 'entries', count: number, where: string): void {
  if (count > LIMITS.filledLines) throw new StatementUnreadable(`the file has too many ${what}`, where);
}
