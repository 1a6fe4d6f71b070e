import { MarkupScanner } from '../markup/markup-scanner.js';
import { statementIn, type Sheet } from './statement-sheets.js';
import type { SourceTable } from '../records/source-table.js';
import { StatementUnreadable } from '../limits/unreadable.js';
import { isDateFormat } from '../cells/workbook-cells.js';
import { sharedStrings, textPieces, XlsxSheetReader, type XlsxWorkbook } from './xlsx-sheet.js';
import { ZipArchive } from './zip-archive.js';

const MIB = 1024 * 1024;
/** Maximum size of all unpacked sheets. A sheet of 100,000 rows with 20 columns takes about 80 MiB. */
const LARGEST_SHEETS = 96 * MIB;
const LARGEST_STRINGS = 32 * MIB;
const LARGEST_OTHER = 8 * MIB;

/**
 * Parses xlsx and xlsm. Does not compute formulas or run macros. Source: ECMA-376 part 1.
 * @throws StatementUnreadable if the file is damaged, encrypted, too large, or has no content in visible sheets
 */
export function readXlsx(bytes: Uint8Array): SourceTable {
  const archive = new ZipArchive(bytes);
  const path = workbookPath(archive);
  const parts = new Map([...relations(archive, path)]);
  const book = textOf(archive, path);
  if (book === null) throw strangerOf(archive);
  const { sheets, from1904 } = sheetsOf(book, path);
  const target = (type: string) => [...parts.values()].find((part) => part.type === type)?.path ?? '';
  const workbook: XlsxWorkbook = {
    strings: sharedStrings(archive.read(target('sharedStrings'), LARGEST_STRINGS) ?? new Uint8Array(), 'sharedStrings'),
    dateStyles: dateStyles(textOf(archive, target('styles')) ?? ''),
    from1904,
  };
  const visible = sheets.flatMap(({ id, name, isHidden }) =>
    isHidden ? [] : [{ name, path: parts.get(id)?.path ?? '' }],
  );
  const records = statementIn(readSheets(archive, visible, workbook), from1904);
  return { format: 'xlsx', encoding: null, delimiter: null, records, typedDates: true };
}

function* readSheets(
  archive: ZipArchive,
  sheets: readonly { readonly name: string; readonly path: string }[],
  workbook: XlsxWorkbook,
): Generator<Sheet> {
  let left = LARGEST_SHEETS;
  for (const { name, path } of sheets) {
    const bytes = archive.read(path, left);
    if (bytes === null) continue;
    left -= bytes.length;
    yield { name, records: new XlsxSheetReader(workbook).read(bytes, path) };
  }
}

function strangerOf({ names }: ZipArchive): StatementUnreadable {
  if (names.includes('xl/workbook.bin')) {
    return new StatementUnreadable(
      'the file is a binary Excel workbook (xlsb), which is not supported: save it as xlsx',
    );
  }
  if (names.includes('content.xml')) {
    return new StatementUnreadable('the file is an OpenDocument file, which is not supported: save it as xlsx');
  }
  return new StatementUnreadable('the file is an archive (zip), not a statement');
}

function textOf(archive: ZipArchive, path: string): string | null {
  const bytes = path === '' ? null : archive.read(path, LARGEST_OTHER);
  return bytes === null ? null : [...textPieces(bytes, path, '>')].join('');
}

function workbookPath(archive: ZipArchive): string {
  const root = [...relations(archive, '')].find(([, { type }]) => type === 'officeDocument');
  return root?.[1].path ?? 'xl/workbook.xml';
}

interface Part {
  /** Last path segment of the relationship type, such as `worksheet` or `styles`. */
  readonly type: string;
  readonly path: string;
}

function* relations(archive: ZipArchive, path: string): Generator<[string, Part]> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const text = textOf(archive, `${folder}_rels/${path.slice(folder.length)}.rels`) ?? '';
  for (const scanner of openingTags(text)) {
    if (scanner.name !== 'Relationship') continue;
    const target = scanner.attribute('Target') ?? '';
    const type = /[^/]*$/.exec(scanner.attribute('Type') ?? '')![0];
    yield [scanner.attribute('Id') ?? '', { type, path: resolved(folder, target) }];
  }
}

function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const steps = folder.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}

interface NamedSheet {
  readonly id: string;
  readonly name: string;
  readonly isHidden: boolean;
}

function sheetsOf(book: string, path: string): { sheets: NamedSheet[]; from1904: boolean } {
  if (!/<(?:\w+:)?workbook\b[^>]*\/>|<\/(?:\w+:)?workbook\s*>/.test(book)) {
    throw new StatementUnreadable('the workbook is cut off: the list of its sheets has no end', path);
  }
  const sheets: NamedSheet[] = [];
  let from1904 = false;
  for (const scanner of openingTags(book)) {
    if (scanner.name === 'workbookPr') from1904 = /^(1|true)$/.test(scanner.attribute('date1904') ?? '');
    if (scanner.name !== 'sheet') continue;
    const id = scanner.attribute('id') ?? '';
    const name = scanner.attribute('name') ?? '';
    sheets.push({ id, name, isHidden: /hidden/i.test(scanner.attribute('state') ?? '') });
  }
  return { sheets, from1904 };
}

function dateStyles(styles: string): boolean[] {
  const codes = new Map<number, string>();
  const shown: boolean[] = [];
  let inCells = false;
  const scanner = new MarkupScanner(styles, 'xml');
  for (let token = scanner.next(); token !== null; token = scanner.next()) {
    if (token === 'text') continue;
    if (scanner.name === 'cellXfs') inCells = token === 'open';
    if (token !== 'open') continue;
    if (scanner.name === 'numFmt')
      codes.set(Number(scanner.attribute('numFmtId')), scanner.attribute('formatCode') ?? '');
    if (inCells && scanner.name === 'xf') {
      const id = Number(scanner.attribute('numFmtId') ?? 0);
      shown.push(isDateFormat(id, codes.get(id)));
    }
  }
  return shown;
}

function* openingTags(text: string): Generator<MarkupScanner> {
  const scanner = new MarkupScanner(text, 'xml');
  for (let token = scanner.next(); token !== null; token = scanner.next()) if (token === 'open') yield scanner;
}
