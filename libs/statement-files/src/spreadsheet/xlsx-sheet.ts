import { MarkupScanner } from '../markup/markup-scanner.js';
import { SheetRows } from './sheet-rows.js';
import { LIMITS } from '../limits/limits.js';
import { StatementUnreadable } from '../limits/unreadable.js';
import { plainFigure, serialDate } from '../cells/workbook-cells.js';

export interface XlsxWorkbook {
  readonly strings: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly from1904: boolean;
}

const PIECE_BYTES = 1024 * 1024;
const MAX_PIECE_BYTES = 8 * 1024 * 1024;

/**
 * Yields text in pieces of about 1 MB to limit memory. Each piece except the last ends after the text `closing`, such
 * as `row>`, so that no tag is split. UTF-16 text is a single piece.
 */
export function* textPieces(bytes: Uint8Array, name: string, closing: string): Generator<string> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    yield source.toString('utf16le', 2);
    return;
  }
  for (let from = 0; from < source.length;) {
    const end = source.indexOf(closing, Math.min(source.length, from + PIECE_BYTES));
    const to = end < 0 ? source.length : end + closing.length;
    if (to - from > MAX_PIECE_BYTES) throw new StatementUnreadable('a row is longer than 8 MiB', name);
    yield source.toString('utf8', from, to);
    from = to;
  }
}

export function sharedStrings(bytes: Uint8Array, name: string): string[] {
  const strings: string[] = [];
  const text = new CellText();
  let isEnded = bytes.length === 0;
  for (const piece of textPieces(bytes, name, 'si>')) {
    const scanner = new MarkupScanner(piece, 'xml');
    for (let token = scanner.next(); token !== null; token = scanner.next()) {
      if (token !== 'text' && scanner.name === 'sst') isEnded = token === 'close' || scanner.isEmpty;
      if (token === 'text') text.add(scanner.text);
      else if (scanner.name !== 'si') text.see(token, scanner);
      else if (token === 'close' || scanner.isEmpty) strings.push(text.take());
    }
  }
  if (!isEnded) throw new StatementUnreadable('the workbook is cut off: its texts have no end', name);
  return strings;
}

/** Collects the text that a cell shows, without phonetic hints. */
class CellText {
  private parts = '';
  private inText = false;
  private inAid = false;

  see(token: 'open' | 'close', { name, isEmpty }: MarkupScanner): void {
    const opens = token === 'open' && !isEmpty;
    if (name === 't' || name === 'v') this.inText = opens;
    if (name === 'rPh') this.inAid = opens;
  }

  add(text: string): void {
    if (this.inText && !this.inAid) this.parts += text;
    if (this.parts.length > LIMITS.lineLength) throw new StatementUnreadable('a cell is longer than 1 MB');
  }

  take(): string {
    const text = this.parts;
    this.parts = '';
    this.inText = false;
    return text.includes('_x') ? text.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) => unescaped(code)) : text;
  }
}

function unescaped(code: string): string {
  return String.fromCharCode(parseInt(code, 16));
}

/** Elements around the cells of a sheet, outermost first. */
const NESTED = ['sheetData', 'row', 'c'];

/** Reads the cells of a sheet. Uses the last computed value of a formula. */
export class XlsxSheetReader {
  private readonly rows = new SheetRows();
  private readonly text = new CellText();
  private row = 0;
  private column = -1;
  private open = '';
  private isEnded = false;
  private cell: { readonly type: string; readonly style: number } | null = null;

  constructor(private readonly workbook: XlsxWorkbook) {}

  /**
   * Returns the rows of a sheet.
   * @throws StatementUnreadable if the XML is truncated or malformed, because rows could otherwise be lost unnoticed
   */
  read(bytes: Uint8Array, name: string) {
    for (const piece of textPieces(bytes, name, 'row>')) this.readPiece(new MarkupScanner(piece, 'xml'), name);
    if (!this.isEnded) throw new StatementUnreadable('the workbook is cut off: a sheet has no end', name);
    return this.rows.records();
  }

  private readPiece(scanner: MarkupScanner, name: string): void {
    for (let token = scanner.next(); token !== null; token = scanner.next()) {
      if (token !== 'text') this.refuseMalformed(token, scanner, name);
      if (token === 'text') this.text.add(scanner.text);
      else if (scanner.name === 'row' && token === 'open') this.beginRow(scanner);
      else if (scanner.name !== 'c') this.text.see(token, scanner);
      else if (token === 'open') this.beginCell(scanner);
      else this.endCell();
    }
  }

  /** Rejects malformed XML only if rows or cells could be lost. */
  private refuseMalformed(token: 'open' | 'close', { name, isEmpty }: MarkupScanner, part: string): void {
    if (name === 'worksheet') this.isEnded = token === 'close' && this.open === '';
    if (!NESTED.includes(name) || (token === 'open' && isEmpty)) return;
    const around = NESTED[NESTED.indexOf(name) - 1] ?? '';
    if (this.open !== (token === 'open' ? around : name)) {
      throw new StatementUnreadable(`the workbook is damaged: <${name}> is out of place`, part);
    }
    this.open = token === 'open' ? name : around;
  }

  private beginRow(scanner: MarkupScanner): void {
    const number = Number(scanner.attribute('r') ?? this.row + 1);
    this.row = Number.isInteger(number) && number > 0 && number <= 1_048_576 ? number : this.row + 1;
    this.column = -1;
  }

  private beginCell(scanner: MarkupScanner): void {
    const letters = /^[A-Za-z]{1,3}(?=\d)/.exec(scanner.attribute('r') ?? '')?.[0];
    this.column = letters ? columnOf(letters.toUpperCase()) : this.column + 1;
    const type = scanner.attribute('t') ?? 'n';
    this.text.take();
    this.cell = scanner.isEmpty ? null : { type, style: Number(scanner.attribute('s') ?? -1) };
  }

  private endCell(): void {
    const text = this.text.take();
    if (this.cell && text !== '') this.rows.add(this.row, this.column, this.shown(text, this.cell));
    this.cell = null;
  }

  private shown(text: string, { type, style }: { readonly type: string; readonly style: number }): string {
    if (type === 's') return this.workbook.strings[Number(text)] ?? '';
    if (type === 'b') return text.trim() === '1' ? 'TRUE' : 'FALSE';
    if (type === 'd') return text.trim().replace(/T(?=00:00:00(?:\.0+)?Z?$).*|Z$/, '');
    if (type !== 'n') return text;
    const figure = plainFigure(text.trim());
    if (figure === null) return text;
    return this.workbook.dateStyles[style] ? (serialDate(figure, this.workbook.from1904) ?? figure) : figure;
  }
}

/** Converts column letters to an index: A is 0, Z is 25, AA is 26. */
function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
