import { foldText } from '../text/fold-text.js';
import { columnEdges, isMoney, type ColumnEdges } from './column-edges.js';
import { headerAt, withoutLetterSpacing, type PdfHeader } from './headings.js';
import type { DateContext } from './pdf-dates.js';
import { textOf, type PdfLine } from './pdf-page.js';
import { TableReader, type TableRows } from './table-rows.js';

export interface Headers {
  readonly at: ReadonlyMap<number, PdfHeader>;
  /** Indexes of all lines of headers. */
  readonly lines: ReadonlySet<number>;
}

export function findHeaders(lines: readonly PdfLine[]): Headers {
  const at = new Map<number, PdfHeader>();
  const taken = new Set<number>();
  const spelled = lines.map(withoutLetterSpacing);
  for (let index = 0; index < lines.length; index += 1) {
    const header = headerAt(spelled, index);
    if (header === null) continue;
    at.set(index, header);
    for (let line = 0; line < header.height; line += 1) taken.add(index + line);
    index += header.height - 1;
  }
  return { at, lines: taken };
}

/** Titles of tables whose transactions are not booked. */
const NOT_BOOKED =
  /\b(?:no reconocid[oa]s|objetad[oa]s|en transito|por aplicar|pendientes de (?:aplicar|registrar|confirmar)|(?:resumen|detalle|desglose) de (?:las )?comisiones|comisiones cobradas)\b/;
/** Headings that only a table of investments has. */
const INVESTMENT = /\b(?:plazo|titulos?|instrumento|vencimiento)\b/;
const INVESTMENTS = /\b(?:plazo|titulos?|instrumento|vencimiento|tasa|capital|rendimiento|interes)\b/g;
/** Titles that end a table although no header follows. */
const END = /^(?:estado de cuenta de|detalle de apartados|cuadro resumen|resumen (?:de|del)\b|grafic[oa]\b|glosario\b)/;
const TITLE_LINES = 3;

function isBooked(lines: readonly PdfLine[], at: number, { columns, isInMonths }: PdfHeader): boolean {
  if (!isInMonths && columns.some(({ role, text }) => role === 'other' && INVESTMENT.test(foldText(text))))
    return false;
  return !lines
    .slice(Math.max(0, at - TITLE_LINES), at)
    .some((line) => line.words.length < 15 && NOT_BOOKED.test(foldText(textOf(line.words))));
}

interface OpenTable {
  readonly header: PdfHeader;
  readonly edges: ColumnEdges;
}

/** Reads the tables of a section. */
export function tablesIn(lines: readonly PdfLine[], headers: Headers, context: DateContext): TableRows {
  const reader = new TableReader(context);
  let table: OpenTable | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const next = headers.at.get(at);
    if (next !== undefined) {
      const repeated: OpenTable | null = table !== null && isSameHeader(table.header, next) ? table : null;
      if (repeated !== null) reader.repeatHeader();
      else reader.endRow();
      const found = columnEdges(linesBelow(lines, at, headers), next);
      // The last page may have too few figures to show the edges.
      const edges: ColumnEdges = found.length > 0 || repeated === null ? found : edgesOf(next, repeated.edges);
      table = repeated !== null || isBooked(lines, at, next) ? { header: next, edges } : null;
    }
    if (table !== null && endsTable(lines[at]!)) {
      reader.endRow();
      table = null;
    }
    if (table !== null && !headers.lines.has(at)) reader.read(lines[at]!, table.header, table.edges);
  }
  reader.endRow();
  return reader.result;
}

function endsTable({ words }: PdfLine): boolean {
  if (words.length > 15) return false;
  const text = foldText(textOf(words));
  return END.test(text) || (!/\d/.test(text) && [...text.matchAll(INVESTMENTS)].length >= 2);
}

function edgesOf({ columns }: PdfHeader, edges: ColumnEdges): ColumnEdges {
  const money = columns.filter(isMoney);
  return edges.map(({ x1 }, at) => ({ x1, column: money[at]! }));
}

function linesBelow(lines: readonly PdfLine[], at: number, headers: Headers): PdfLine[] {
  let end = at + headers.at.get(at)!.height;
  const first = end;
  while (end < lines.length && !headers.at.has(end)) end += 1;
  return lines.slice(first, end);
}

function isSameHeader(first: PdfHeader, second: PdfHeader): boolean {
  const key = ({ columns }: PdfHeader) => columns.map(({ text }) => foldText(text)).join('|');
  return key(first) === key(second);
}
