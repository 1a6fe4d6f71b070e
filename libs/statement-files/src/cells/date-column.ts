import type { Day } from '@app/kernel/pure';
import { readDateText, dayRead, type DateReading, type WrittenDate } from './parse-date.js';

/** Reads the dates of a statement, each way of writing one only once, since many rows share a day. */
export class DateColumn {
  private readonly byCell = new Map<string, WrittenDate | null>();
  private readonly byParts = new Map<string, WrittenDate>();

  /** The parts of the date in a cell; the same object for the same parts, whatever time stands behind them. */
  written(cell: string): WrittenDate | null {
    const known = this.byCell.get(cell);
    if (known !== undefined) return known;
    const read = readDateText(cell);
    const date = read === null ? null : this.shared(read);
    this.byCell.set(cell, date);
    return date;
  }

  /** The different dates among the cells, each with the number of cells that have it. */
  counted(cells: Iterable<string>): Map<WrittenDate, number> {
    const counted = new Map<WrittenDate, number>();
    for (const cell of cells) {
      const date = this.written(cell);
      if (date !== null) counted.set(date, (counted.get(date) ?? 0) + 1);
    }
    return counted;
  }

  /** Reads cells as days under one format, or as none when there is no format. */
  reader(format: DateReading | null): (cell: string) => Day | null {
    const days = new Map<WrittenDate, Day | null>();
    return (cell) => {
      const date = format === null ? null : this.written(cell);
      if (date === null) return null;
      const known = days.get(date);
      if (known !== undefined) return known;
      const day = dayRead(date, format!);
      days.set(date, day);
      return day;
    };
  }

  private shared(date: WrittenDate): WrittenDate {
    const key = `${date.namedMonth}\u0000${date.parts.join('\u0000')}\u0000${date.between.join('\u0000')}`;
    const known = this.byParts.get(key);
    if (known) return known;
    this.byParts.set(key, date);
    return date;
  }
}
