import { BIFF, BiffText, biffRecords, rkNumber, type BiffRecord } from './biff-records.js';
import { CompoundFile } from './compound-file.js';
import { SheetRows } from './sheet-rows.js';
import { statementIn, type Sheet } from './statement-sheets.js';
import type { SourceRecord, SourceTable } from '../records/source-table.js';
import { StatementUnreadable } from '../limits/unreadable.js';
import { isDateFormat, plainFigure, serialDate } from '../cells/workbook-cells.js';

interface XlsWorkbook {
  readonly strings: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly from1904: boolean;
  readonly sheets: readonly { readonly name: string; readonly begin: number }[];
}

const BIFF8 = 0x0600;
const ERRORS = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
]);

/**
 * Parses Excel 97 to 2003 (xls, BIFF8). Returns the same cells as for xlsx. Source: MS-XLS.
 * @throws StatementUnreadable if the file is damaged, encrypted, in an older format, or has no content in visible
 * sheets
 */
export function readXls(bytes: Uint8Array): SourceTable {
  const file = new CompoundFile(bytes);
  if (file.has('EncryptedPackage')) throw encrypted();
  const stream = file.stream('Workbook') ?? file.stream('Book');
  if (stream === null) throw new StatementUnreadable('the file is an Office document, but not an Excel workbook');
  const workbook = readGlobals(stream);
  const records = statementIn(readSheets(stream, workbook), workbook.from1904);
  return { format: 'xls', encoding: null, delimiter: null, records, typedDates: true };
}

function* readSheets(stream: Uint8Array, workbook: XlsWorkbook): Generator<Sheet> {
  for (const { name, begin } of workbook.sheets) {
    yield { name, records: new XlsSheetReader(workbook).read(biffRecords(stream, begin)) };
  }
}

function encrypted(): StatementUnreadable {
  return new StatementUnreadable('the workbook is encrypted with a password: save it without one');
}

function readGlobals(stream: Uint8Array): XlsWorkbook {
  const codes = new Map<number, string>();
  const dateStyles: boolean[] = [];
  const sheets: { name: string; begin: number }[] = [];
  const shared: DataView[] = [];
  let from1904 = false;
  let before = 0;
  for (const { kind, data } of whole(biffRecords(stream))) {
    if (kind === BIFF.end) break;
    if (kind === BIFF.begin && data.getUint16(0, true) !== BIFF8) throw tooOld();
    if (kind === BIFF.filePass) throw encrypted();
    if (kind === BIFF.dateMode) from1904 = data.getUint16(0, true) === 1;
    if (kind === BIFF.format) codes.set(data.getUint16(0, true), textAt(data, 2));
    if (kind === BIFF.cellFormat) {
      const id = data.getUint16(2, true);
      dateStyles.push(isDateFormat(id, codes.get(id)));
    }
    if (kind === BIFF.boundSheet && data.getUint8(4) % 4 === 0 && data.getUint8(5) === 0) {
      sheets.push({ name: sheetName(data), begin: data.getUint32(0, true) });
    }
    if (kind === BIFF.sharedStrings || (kind === BIFF.continued && before === BIFF.sharedStrings)) shared.push(data);
    before = kind === BIFF.continued ? before : kind;
  }
  return { strings: sharedStrings(shared), dateStyles, from1904, sheets };
}

/**
 * Yields the records unchanged.
 * @throws StatementUnreadable if a record is shorter than its fields
 */
function* whole(records: Iterable<BiffRecord>): Generator<BiffRecord> {
  for (const record of records) {
    const needed = MIN_BYTES.get(record.kind) ?? 0;
    if (record.data.byteLength < needed)
      throw new StatementUnreadable('the workbook is damaged: a record is too short');
    yield record;
  }
}

const MIN_BYTES = new Map<number, number>([
  [BIFF.begin, 2],
  [BIFF.dateMode, 2],
  [BIFF.format, 5],
  [BIFF.cellFormat, 4],
  [BIFF.boundSheet, 6],
  [BIFF.sharedStrings, 8],
  [BIFF.formula, 14],
  [BIFF.number, 14],
  [BIFF.rk, 10],
  [BIFF.multipleRk, 12],
  [BIFF.sharedLabel, 10],
  [BIFF.label, 9],
  [BIFF.richString, 9],
  [BIFF.boolOrError, 8],
  [BIFF.string, 3],
]);

function tooOld(): StatementUnreadable {
  return new StatementUnreadable('the workbook is from Excel 95 or older, which is not supported: save it as xlsx');
}

/** Reads the name of a sheet. Unlike in other strings, its length takes one byte. */
function sheetName(data: DataView): string {
  const text = new BiffText([data]);
  text.skip(6);
  return data.byteLength > 8 ? text.text(text.byte()) : '';
}

function textAt(data: DataView, at: number): string {
  const text = new BiffText([data]);
  text.skip(at);
  return text.text(text.number16());
}

function sharedStrings(segments: readonly DataView[]): string[] {
  const text = new BiffText(segments);
  text.skip(8);
  const strings: string[] = [];
  while (!text.isAtEnd) strings.push(text.text(text.number16()));
  return strings;
}

class XlsSheetReader {
  private readonly rows = new SheetRows();
  private awaited: DataView | null = null;

  constructor(private readonly workbook: XlsWorkbook) {}

  read(records: Iterable<BiffRecord>): SourceRecord[] {
    for (const { kind, data } of whole(records)) {
      if (kind === BIFF.end) return this.rows.records();
      this.readCell(kind, data);
    }
    throw new StatementUnreadable('the Excel workbook is cut off or damaged: a sheet has no end');
  }

  private readCell(kind: number, data: DataView): void {
    if (kind === BIFF.sharedLabel) this.add(data, this.workbook.strings[data.getUint32(6, true)] ?? '');
    if (kind === BIFF.label || kind === BIFF.richString) this.add(data, textAt(data, 6));
    if (kind === BIFF.number) this.addNumber(data, data.getFloat64(6, true));
    if (kind === BIFF.rk) this.addNumber(data, rkNumber(data.getUint32(6, true)));
    if (kind === BIFF.boolOrError) this.add(data, boolOrError(data.getUint8(6), data.getUint8(7) === 1));
    if (kind === BIFF.formula) this.addFormula(data);
    if (kind === BIFF.string && this.awaited) {
      this.add(this.awaited, textAt(data, 0));
      this.awaited = null;
    }
    if (kind === BIFF.multipleRk) {
      for (let at = 4; at + 8 <= data.byteLength; at += 6) {
        const column = data.getUint16(2, true) + (at - 4) / 6;
        this.addNumber(data, rkNumber(data.getUint32(at + 2, true)), column, data.getUint16(at, true));
      }
    }
  }

  /** Adds the last computed value of a formula. It is not a number if its last two bytes are 0xFFFF. */
  private addFormula(data: DataView): void {
    if (data.getUint16(12, true) !== 0xffff) return this.addNumber(data, data.getFloat64(6, true));
    const kind = data.getUint8(6);
    if (kind === 0) this.awaited = data;
    if (kind === 1 || kind === 2) this.add(data, boolOrError(data.getUint8(8), kind === 2));
  }

  private add(data: DataView, text: string, column = data.getUint16(2, true)): void {
    this.rows.add(data.getUint16(0, true) + 1, column, text);
  }

  private addNumber(data: DataView, value: number, column?: number, style = data.getUint16(4, true)): void {
    const figure = plainFigure(String(value));
    if (figure === null) return;
    const day = this.workbook.dateStyles[style] ? serialDate(figure, this.workbook.from1904) : null;
    this.add(data, day ?? figure, column);
  }
}

function boolOrError(value: number, isError: boolean): string {
  if (isError) return ERRORS.get(value) ?? '#N/A';
  return value === 0 ? 'FALSE' : 'TRUE';
}
