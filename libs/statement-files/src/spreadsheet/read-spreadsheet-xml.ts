import { declaredEncoding } from '../text/declared-encoding.js';
import { decodeText } from '../text/decode-text.js';
import { GrowingText } from '../limits/growing-text.js';
import { MarkupScanner } from '../markup/markup-scanner.js';
import { SheetRows } from './sheet-rows.js';
import { statementIn, type Sheet } from './statement-sheets.js';
import type { SourceHints, SourceRecord, SourceTable } from '../records/source-table.js';
import { cutOff } from '../limits/unreadable.js';
import { plainFigure } from '../cells/workbook-cells.js';

/** Parses the XML format of Excel 2003 (urn:schemas-microsoft-com:office:spreadsheet). */
export function readSpreadsheetXml(bytes: Uint8Array, hints: SourceHints): SourceTable {
  const { text, ...read } = decodeText(bytes, hints.encoding, declaredEncoding(bytes));
  const records = statementIn(readSheets(new MarkupScanner(text, 'xml')), false);
  return { format: 'xls', ...read, delimiter: null, records, typedDates: true };
}

function* readSheets(scanner: MarkupScanner): Generator<Sheet> {
  let sheet: WorksheetReader | null = null;
  for (let token = scanner.next(); token !== null; token = scanner.next()) {
    if (token !== 'text' && scanner.name === 'Worksheet') {
      if (sheet?.isVisible) yield { name: sheet.name, records: sheet.records() };
      sheet = token === 'open' ? new WorksheetReader(scanner.attribute('Name') ?? '') : null;
    } else if (token === 'text') sheet?.text(scanner.text);
    else if (token === 'open') sheet?.open(scanner);
    else sheet?.close(scanner.name);
  }
  if (sheet) throw cutOff('a sheet has no end', scanner.line);
}

class WorksheetReader {
  isVisible = true;
  private readonly rows = new SheetRows();
  private row = 0;
  private column = -1;
  private covered = 0;
  private type: string | null = null;
  private readonly parts = new GrowingText();
  private inVisibility = false;

  constructor(readonly name: string) {}

  open(scanner: MarkupScanner): void {
    const place = Number(scanner.attribute('Index') ?? 0);
    if (scanner.name === 'Row') {
      this.row = place > 0 && place <= 1_048_576 ? Math.floor(place) : this.row + 1;
      this.column = -1;
      this.covered = 0;
    }
    if (scanner.name === 'Cell') {
      this.column = place > 0 ? Math.floor(place) - 1 : this.column + this.covered + 1;
      this.covered = Math.max(0, Math.floor(Number(scanner.attribute('MergeAcross') ?? 0)) || 0);
    }
    if (scanner.name === 'Data' && !scanner.isEmpty) {
      this.type = scanner.attribute('Type') ?? 'String';
      this.parts.take();
    }
    this.inVisibility = scanner.name === 'Visible';
  }

  text(text: string): void {
    if (this.type !== null) this.parts.add(text, this.row);
    if (this.inVisibility && /hidden/i.test(text)) this.isVisible = false;
  }

  close(name: string): void {
    this.inVisibility = false;
    if (name !== 'Data' || this.type === null) return;
    if (this.row > 0 && this.column >= 0) this.rows.add(this.row, this.column, shown(this.parts.take(), this.type));
    this.type = null;
  }

  records(): SourceRecord[] {
    return this.rows.records();
  }
}

function shown(text: string, type: string): string {
  if (type === 'Number') return plainFigure(text.trim()) ?? text;
  return type === 'DateTime' ? text.trim().replace(/T00:00:00(?:\.0+)?$/, '') : text;
}
