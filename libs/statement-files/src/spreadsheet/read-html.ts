import { declaredEncoding } from '../text/declared-encoding.js';
import { decodeText } from '../text/decode-text.js';
import { GrowingText } from '../limits/growing-text.js';
import { MarkupScanner } from '../markup/markup-scanner.js';
import { LIMITS } from '../limits/limits.js';
import { type SourceHints, type SourceRecord, type SourceTable } from '../records/source-table.js';
import { TableSize } from '../limits/table-size.js';
import { cutOff, StatementUnreadable } from '../limits/unreadable.js';
import { isTelling } from '../tables/sections.js';
import { looksLikeDate } from '../cells/movement-signs.js';
import { soundText } from '../cells/workbook-cells.js';
import { readHeading } from '../tables/header-words.js';

const UNSEEN = new Set(['script', 'style', 'title', 'noscript', 'template', 'textarea', 'select']);
const BREAKS = new Set(['br', 'p', 'div', 'li']);
const TITLES = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'caption']);

/**
 * Reads all rows of all tables in an HTML file, which banks often name `.xls`. Ignores text outside tables, except
 * titles.
 * @throws StatementUnreadable if the file has no table or is too large
 */
export function readHtml(bytes: Uint8Array, hints: SourceHints): SourceTable {
  const { text, ...read } = decodeText(bytes, hints.encoding, declaredEncoding(bytes));
  const records = new HtmlTables(new MarkupScanner(text, 'html')).read();
  if (records.length === 0) throw new StatementUnreadable('the HTML page has no table');
  return { format: 'html', ...read, delimiter: null, records };
}

interface OpenTable {
  row: { readonly line: number; readonly cells: string[] } | null;
  cell: { readonly text: GrowingText; readonly columns: number; readonly rows: number } | null;
  /** Cells with a rowspan, by column. `rows` is the number of further rows that the cell covers. */
  readonly covered: { rows: number; readonly text: string }[];
}

class HtmlTables {
  private readonly records: SourceRecord[] = [];
  private readonly size = new TableSize('row');
  private readonly open: OpenTable[] = [];
  private isEnded = false;
  private title: GrowingText | null = null;

  constructor(private readonly scanner: MarkupScanner) {}

  read(): SourceRecord[] {
    const { scanner } = this;
    for (let token = scanner.next(); token !== null; token = scanner.next()) {
      if (token === 'text') this.seeText();
      else if (token === 'open') this.openTag(scanner.name);
      else this.closeTag(scanner.name);
    }
    if (this.open.length > 0 && !this.isEnded) throw cutOff('a table has no end', scanner.line);
    while (this.open.length > 0) this.closeTag('table');
    return this.records;
  }

  private get innermost(): OpenTable | undefined {
    return this.open.at(-1);
  }

  private seeText(): void {
    this.title?.add(this.scanner.text.replace(/[\s\u00a0]+/g, ' '), this.scanner.line);
    const { row, cell } = this.innermost ?? {};
    if (row && cell) cell.text.add(this.scanner.text.replace(/[\s\u00a0]+/g, ' '), row.line);
  }

  private openTag(name: string): void {
    if (UNSEEN.has(name) && !this.scanner.isEmpty) return this.scanner.skipContent(name);
    if (name === 'table') {
      if (this.open.length >= 50) throw new StatementUnreadable('the tables are nested too deeply', this.where);
      this.open.push({ row: null, cell: null, covered: [] });
    }
    const table = this.innermost;
    if (!table && TITLES.has(name)) this.title = new GrowingText();
    if (!table) return;
    if (name === 'tr') this.beginRow(table);
    if (name === 'td' || name === 'th') this.beginCell(table);
    if (BREAKS.has(name)) table.cell?.text.add('\n', table.row!.line);
  }

  private closeTag(name: string): void {
    if (name === 'body' || name === 'html') this.isEnded = true;
    if (TITLES.has(name)) this.endTitle();
    const table = this.innermost;
    if (!table) return;
    if (name === 'td' || name === 'th') this.endCell(table);
    if (name === 'tr' || name === 'thead' || name === 'tbody' || name === 'table') this.endRow(table);
    if (name === 'table') this.open.pop();
  }

  private endTitle(): void {
    const text = soundText(this.title?.take().trim() ?? '');
    this.title = null;
    if (isTelling(text)) this.records.push({ line: this.scanner.line, cells: [text] });
  }

  private get where(): string {
    return `line ${this.scanner.line}`;
  }

  private beginRow(table: OpenTable): void {
    this.endRow(table);
    table.row = { line: this.scanner.line, cells: [] };
  }

  private beginCell(table: OpenTable): void {
    this.endCell(table);
    table.row ??= { line: this.scanner.line, cells: [] };
    this.takeCovered(table, table.row.cells);
    table.cell = {
      text: new GrowingText(),
      columns: this.span('colspan', LIMITS.columns),
      rows: this.span('rowspan', LIMITS.rows),
    };
  }

  private span(attribute: string, most: number): number {
    const span = Number(this.scanner.attribute(attribute) ?? 1);
    return Number.isInteger(span) && span > 1 ? Math.min(span, most) : 1;
  }

  /**
   * Adds the cells that a rowspan covers. Dates and headings apply to all covered rows, and other cells only to the
   * first.
   */
  private takeCovered({ covered }: OpenTable, cells: string[]): void {
    for (let above = covered[cells.length]; (above?.rows ?? 0) > 0; above = covered[cells.length]) {
      above!.rows -= 1;
      cells.push(above!.text);
    }
  }

  private endCell(table: OpenTable): void {
    const { row, cell } = table;
    if (!row || !cell) return;
    const text = soundText(cellText(cell.text.take()));
    this.size.addText(row.line, text.length);
    for (let column = 0; column < cell.columns && row.cells.length <= LIMITS.columns; column += 1) {
      if (cell.rows > 1) {
        const holdsForAll = column === 0 && (looksLikeDate(text) || readHeading(text).length > 0);
        table.covered[row.cells.length] = { rows: cell.rows - 1, text: holdsForAll ? text : '' };
      }
      row.cells.push(column === 0 ? text : '');
    }
    table.cell = null;
  }

  private endRow(table: OpenTable): void {
    this.endCell(table);
    const { row } = table;
    table.row = null;
    if (!row) return;
    this.takeCovered(table, row.cells);
    this.size.addRecord(row.line, row.cells.length);
    if (row.cells.length > 0) this.records.push(row);
  }
}

function cellText(text: string): string {
  return text.replace(/ *\n[ \n]*/g, '\n').trim();
}
