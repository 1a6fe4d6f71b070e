import { LIMITS } from '../limits/limits.js';
import { type SourceRecord } from '../records/source-table.js';
import { TableSize } from '../limits/table-size.js';
import { StatementUnreadable } from '../limits/unreadable.js';

/** Limits of a quoted cell. If a cell exceeds them, its opening quote counts as text. */
const MAX_QUOTED_LENGTH = 32_768;
const MAX_QUOTED_LINES = 200;

/** Cells of all blank lines, shared to save memory. */
const BLANK: readonly string[] = [''];

/** Maximum number of blank lines to store. Further ones are dropped to save memory. */
const MAX_BLANK = 10_000;

const QUOTE = '"';
const QUOTE_CODE = QUOTE.charCodeAt(0);
const LINE_FEED = '\n'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);
const EQUALS = '='.charCodeAt(0);

/**
 * Splits delimited text in linear time. An unclosed quote counts as text, so that one bad description does not hide
 * later rows. `TIENDA,"DOS, TRES","di ""hola"""` has the cells `TIENDA`, `DOS, TRES` and `di "hola"`.
 * @throws StatementUnreadable if a line or the table is too large
 */
export function splitRecords(source: string, delimiter: string, mostColumns: number = LIMITS.columns): SourceRecord[] {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
  const quotes = new QuotedCells(text, delimiter);
  const records: SourceRecord[] = [];
  const size = new TableSize('line', mostColumns);
  let [blank, filled] = [0, 0];
  const add = (record: SourceRecord) => {
    size.addRecord(record.line, record.cells.length);
    if (record.cells === BLANK) blank += 1;
    else filled += 1;
    if (filled > LIMITS.filledLines) {
      throw new StatementUnreadable('the file has more than 100,000 rows', `line ${line}`);
    }
    if (record.cells !== BLANK || blank <= MAX_BLANK) records.push(record);
  };
  let at = 0;
  let line = 1;
  let quote = text.indexOf(QUOTE);
  while (at < text.length) {
    const end = endOfLine(text, at);
    if (end - at > LIMITS.lineLength) throw new StatementUnreadable('a line is longer than 1 MB', `line ${line}`);
    if (quote >= 0 && quote < at) quote = text.indexOf(QUOTE, at);
    if (quote < 0 || quote >= end) {
      add({ line, cells: end === at ? BLANK : text.slice(at, end).split(delimiter) });
      at = end + 1;
      line += 1;
    } else {
      const record = quotes.readRecord(at, line);
      add({ line, cells: record.cells });
      at = record.end + 1;
      line += record.lines;
    }
  }
  return records;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Returns the text in a formula such as `="00123"`, if the whole formula is quoted. */
function withoutFormula(cell: string): string {
  return cell.length > 3 && cell.startsWith('="') && cell.endsWith('"') ? cell.slice(2, -1) : cell;
}

interface QuotedRecord {
  readonly cells: string[];
  readonly end: number;
  readonly lines: number;
}

/** Parses records with quotes. `splitRecords` splits all other records itself. */
class QuotedCells {
  /**
   * Number of characters that may still be read twice because of unclosed quotes. At zero, all quotes count as text,
   * which keeps the time linear.
   */
  private patience: number;
  private readonly delimiterCode: number;
  private line = 1;

  constructor(
    private readonly text: string,
    private readonly delimiter: string,
  ) {
    this.patience = 4 * text.length + MAX_QUOTED_LENGTH;
    this.delimiterCode = delimiter.charCodeAt(0);
  }

  readRecord(start: number, line: number): QuotedRecord {
    this.line = line;
    const cells: string[] = [];
    let lines = 1;
    let at = start;
    for (;;) {
      const first = this.pastSpaces(at);
      const open = this.isFormula(first) ? first + 1 : first;
      const isOpened = this.text.charCodeAt(open) === QUOTE_CODE && this.patience > 0;
      const quoted = isOpened ? this.readQuoted(open, start) : null;
      if (quoted) {
        cells.push(withoutFormula(quoted.cell));
        lines += quoted.breaks;
        at = quoted.end;
      } else {
        const end = this.endOfPlainCell(at);
        cells.push(this.text.slice(at, end));
        at = end;
      }
      if (this.text.charCodeAt(at) !== this.delimiterCode) return { cells, end: at, lines };
      at += 1;
    }
  }

  /** True at a formula such as `="00123"`, which makes spreadsheets treat digits as text. */
  private isFormula(at: number): boolean {
    return this.text.charCodeAt(at) === EQUALS && this.text.charCodeAt(at + 1) === QUOTE_CODE;
  }

  private pastSpaces(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) === SPACE) at += 1;
    return at;
  }

  private endOfPlainCell(from: number): number {
    let at = from;
    while (!this.isEnd(at)) at += 1;
    return at;
  }

  /** Reads a quoted cell. Returns null if the opening quote counts as text. */
  private readQuoted(open: number, recordStart: number): { cell: string; end: number; breaks: number } | null {
    const { text } = this;
    let at = open + 1;
    let breaks = 0;
    let lineBreak = text.indexOf('\n', at);
    let inner = false;
    for (;;) {
      const quote = text.indexOf(QUOTE, at);
      if (quote < 0) return this.giveUp(open, text.length);
      if (quote - open > MAX_QUOTED_LENGTH) {
        this.refuseOverlong(recordStart, open, quote);
        return this.giveUp(open, quote);
      }
      for (; lineBreak >= 0 && lineBreak < quote; lineBreak = text.indexOf('\n', lineBreak + 1)) {
        breaks += 1;
        const isNewRecord = breaks > MAX_QUOTED_LINES || this.beginsAlike(recordStart, open, lineBreak + 1);
        if (isNewRecord) return this.giveUp(open, lineBreak);
      }
      const doubled = text.charCodeAt(quote + 1) === QUOTE_CODE;
      const end = this.endsCell(doubled ? quote + 2 : quote + 1);
      if (end !== null && (!doubled || inner)) {
        const cell = text.slice(open + 1, doubled ? quote + 1 : quote);
        return { cell: cell.includes(QUOTE) ? cell.replaceAll('""', QUOTE) : cell, end, breaks };
      }
      if (!doubled && this.opensCell(quote, open)) return this.giveUp(open, quote);
      inner ||= !doubled;
      at = quote + (doubled ? 2 : 1);
    }
  }

  /**
   * Throws if a quoted cell is longer than 1 MB. Does not throw if a line in the cell starts in the same way as the
   * record, because the opening quote is then unclosed.
   */
  private refuseOverlong(recordStart: number, open: number, quote: number): void {
    if (quote - open <= LIMITS.lineLength || recordStart === open) return;
    if (this.endsCell(quote + 1) === null) return;
    let lineBreak = this.text.indexOf('\n', open);
    for (let seen = 0; seen < MAX_QUOTED_LINES && lineBreak >= 0 && lineBreak < quote; seen += 1) {
      if (this.beginsAlike(recordStart, open, lineBreak + 1)) return;
      lineBreak = this.text.indexOf('\n', lineBreak + 1);
    }
    throw new StatementUnreadable('a line is longer than 1 MB', `line ${this.line}`);
  }

  private giveUp(open: number, reached: number): null {
    this.patience -= reached - open;
    return null;
  }

  private endsCell(from: number): number | null {
    const at = this.pastSpaces(from);
    return this.isEnd(at) ? at : null;
  }

  /** True at a delimiter, a line end, and the end of the text, where the character code is NaN. */
  private isEnd(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === this.delimiterCode || code === LINE_FEED || code !== code;
  }

  /**
   * True if there are only spaces between the quote and a delimiter or line break before it. The quote then opens the
   * next cell, and the previous quote is unclosed.
   */
  private opensCell(quote: number, open: number): boolean {
    let before = quote - 1;
    while (before > open && this.text[before] === ' ') before -= 1;
    return before > open && (this.text[before] === this.delimiter || this.text[before] === '\n');
  }

  /** True if the line starts in the same way as the record, for example with a date. If so, it is the next row. */
  private beginsAlike(recordStart: number, open: number, lineStart: number): boolean {
    const own = this.firstCellPattern(recordStart);
    return own !== null && recordStart < open && own === this.firstCellPattern(lineStart);
  }

  private firstCellPattern(from: number): string | null {
    const beginning = this.text.slice(from, from + 48);
    const end = beginning.indexOf(this.delimiter);
    const first = beginning.slice(0, Math.max(end, 0)).trim();
    return /^[^"\n]*\d[^"\n]*$/.test(first) ? first.replace(/\d+/g, '9').replace(/\p{L}+/gu, 'a') : null;
  }
}
