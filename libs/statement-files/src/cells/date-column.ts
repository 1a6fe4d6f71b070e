import type { Day } from '@app/kernel/pure';
import { readDateText, dayRead, type DateReading, type WrittenDate } from './parse-date.js';
import { dayInMexico } from './zoned-time.js';

/** Parses the dates of a column. Caches the results, because many rows have the same date. */
export class DateColumn {
  private readonly byCell = new Map<string, WrittenDate | null>();
  private readonly byParts = new Map<string, WrittenDate>();
  /**
   * True if a cell has a time other than midnight. Midnight does not count, because some programs add it to dates
   * without a time.
   */
  private hasTimes = false;
  private isUtc = false;

  /** Sets the heading of the column. If it names UTC, as in `Created (UTC)`, times without a zone are in UTC. */
  readAsHeaded(heading: string): void {
    this.isUtc = /\b(utc|gmt)\b(?! ?[+-]?\d)/i.test(heading);
    this.byCell.clear();
  }

  /** Parses a date cell. Returns the same object for the same date, regardless of the time of day. */
  written(cell: string): WrittenDate | null {
    const known = this.byCell.get(cell);
    if (known !== undefined) return known;
    const read = readDateText(cell, this.isUtc);
    if (read?.time && !read.time.isMidnight) this.hasTimes = true;
    const date = read === null ? null : this.shared(read);
    this.byCell.set(cell, date);
    return date;
  }

  counted(cells: Iterable<string>): Map<WrittenDate, number> {
    const counted = new Map<WrittenDate, number>();
    for (const cell of cells) {
      const date = this.written(cell);
      if (date !== null) counted.set(date, (counted.get(date) ?? 0) + 1);
    }
    return counted;
  }

  reader(format: DateReading | null): (cell: string) => Day | null {
    const days = new Map<WrittenDate, Day | null>();
    return (cell) => {
      const date = format === null ? null : this.written(cell);
      if (date === null) return null;
      const known = days.get(date);
      if (known !== undefined) return known;
      const written = dayRead(date, format!);
      const day = written !== null && date.time && this.hasTimes ? dayInMexico(written, date.time) : written;
      days.set(date, day);
      return day;
    };
  }

  private shared(date: WrittenDate): WrittenDate {
    const time = date.time ? `${date.time.hour}${date.time.isMidnight}` : '';
    const key = `${date.namedMonth}\u0000${date.parts.join('\u0000')}\u0000${date.between.join('\u0000')}\u0000${time}`;
    const known = this.byParts.get(key);
    if (known) return known;
    this.byParts.set(key, date);
    return date;
  }
}
