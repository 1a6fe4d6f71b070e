import { foldText } from '../text/fold-text.js';
import { summaryName } from '../tables/summary-words.js';
import { columnAt, isMoney, type ColumnEdges } from './column-edges.js';
import { figuresOfLine, type PdfFigure } from './figures.js';
import type { PdfColumn, PdfHeader } from './headings.js';
import { pdfDate, type DateContext, type PdfDate } from './pdf-dates.js';
import { cellsOfLine, overlap, textOf, type PdfLine, type PdfWord, type Place } from './pdf-page.js';

export type MoneyRole = 'debit' | 'credit' | 'amount' | 'balance';

/** Row of a table. The keys of figures are column roles. */
export interface PdfRow extends Place {
  readonly date: PdfDate;
  readonly dateText: string;
  description: string;
  readonly texts: Map<PdfColumn, string>;
  readonly figures: Map<MoneyRole, PdfFigure>;
  readonly isInMonths: boolean;
}

/** Line of a table that is not a row. The keys of figures are column roles. */
export interface SummaryLine extends Place {
  readonly label: string;
  readonly figures: ReadonlyMap<MoneyRole, PdfFigure>;
  /** Number of rows above the line. */
  readonly after: number;
  /** True in the table of purchases in months. */
  readonly isInMonths: boolean;
}

export interface TableRows {
  readonly rows: PdfRow[];
  readonly summaries: SummaryLine[];
  /** Lines that belong to rows. */
  readonly used: Set<PdfLine>;
}

/** Maximum distance between the lines of a row, in font sizes. */
const MAX_LINE_GAP = 2.2;
const FOREIGN =
  /(?:^| )(?:tipo de cambio|t c|tc|moneda extranjera|moneda origen|exchange rate|usd|eur|gbp|cad|jpy|brl|cop|clp|ars|chf|dolar(?:es)?|euros?)(?: |$)/;
const NOISE =
  /^(?:pagina|pag|page|hoja|continua|sigue|impreso|generado)\b|\b(?:pagina|page|hoja) \d+ (?:de|of|\/)? ?\d*/;

/** Words of notices, which may be right below the last row. */
const NOTICE =
  /\b(?:condusef|ipab|aclaracion(?:es)?|unidad especializada|validez fiscal|www|com mx|estimado cliente|folio fiscal|sello digital|comision nacional)\b/;

interface ReadLine {
  readonly date: { readonly value: PdfDate; readonly text: string } | null;
  readonly words: readonly PdfWord[];
  readonly description: string;
  readonly left: number;
  readonly texts: Map<PdfColumn, string>;
  readonly figures: Map<MoneyRole, PdfFigure>;
}

/** Collects the rows of all tables of a section. */
export class TableReader {
  readonly result: TableRows = { rows: [], summaries: [], used: new Set() };
  private open: { row: PdfRow; last: PdfLine; left: number; isAcrossPages: boolean } | null = null;
  private hasFullDates = false;
  private lastDate: { value: PdfDate; text: string } | null = null;

  constructor(private readonly context: DateContext) {}

  /** Ends the open row. A repeated header does not end it, because a row may continue on the next page. */
  endRow(): void {
    this.open = null;
  }

  /** Call this method at a repeated header. The first line below the header may continue the open row. */
  repeatHeader(): void {
    if (this.open) this.open.isAcrossPages = true;
  }

  read(line: PdfLine, header: PdfHeader, edges: ColumnEdges): void {
    const read = readLine(line, header, edges, this.context, !this.hasFullDates);
    const label = foldText(textOf(read.words));
    if (this.addSummary(line, read, label, header)) return;
    if (read.date !== null && isMovement(read, label)) return this.begin(line, read, header, read.date);
    if (read.date !== null) return this.endRow();
    this.continue(line, read, header, label);
  }

  private addSummary(line: PdfLine, read: ReadLine, label: string, { isInMonths }: PdfHeader): boolean {
    const paid = (['debit', 'credit', 'amount'] as const).some((role) => read.figures.has(role));
    const described = read.description !== '';
    const named = described ? summaryName(read.description, { dated: read.date !== null, paid, described }) : null;
    const isCarried = !paid && read.figures.has('balance') && /\b(?:saldo|balance)\b/.test(label);
    if (named === null && !isCarried) return false;
    if (named !== null && paid && read.date !== null && /^total\b/.test(label)) return false;
    this.endRow();
    if (read.figures.size === 0) return true;
    this.result.summaries.push({
      ...{ page: line.page, line: line.line, label: read.description, figures: read.figures },
      after: this.result.rows.length,
      isInMonths,
    });
    return true;
  }

  private begin(line: PdfLine, read: ReadLine, header: PdfHeader, date: { value: PdfDate; text: string }): void {
    if (date.text.length > 2) this.hasFullDates = true;
    const row: PdfRow = {
      ...{ page: line.page, line: line.line, date: date.value, dateText: date.text },
      ...{ description: read.description, texts: read.texts, figures: read.figures, isInMonths: header.isInMonths },
    };
    this.lastDate = date;
    this.result.rows.push(row);
    this.result.used.add(line);
    this.open = { row, last: line, left: read.left, isAcrossPages: false };
  }

  private continue(line: PdfLine, read: ReadLine, header: PdfHeader, label: string): void {
    if (this.open === null) return;
    const { row, last, left, isAcrossPages } = this.open;
    const isBelow = last.page === line.page && last.y - line.y <= MAX_LINE_GAP * Math.max(line.size, last.size);
    const isInside = read.left >= left - 4 || (read.description === '' && read.texts.size === 0);
    // Page headers and footers do not end the row, because it may continue below a repeated table header.
    if ((!isBelow && !isAcrossPages) || !isInside || NOISE.test(label) || NOTICE.test(label)) return;
    const movement = (['debit', 'credit', 'amount'] as const).filter((role) => read.figures.has(role));
    const hasAmount = (['debit', 'credit', 'amount'] as const).some((role) => row.figures.has(role));
    const isForeign = FOREIGN.test(label);
    if (movement.length > 0 && hasAmount && !isForeign) {
      if (read.description === '' || this.lastDate === null) return this.endRow();
      return this.begin(line, read, header, this.lastDate);
    }
    if (!isForeign || !hasAmount)
      for (const [role, figure] of read.figures) if (!row.figures.has(role)) row.figures.set(role, figure);
    const more =
      isForeign && hasAmount
        ? textOf(line.words)
        : [read.description, ...read.texts.values()].filter((text) => text !== '').join(' ');
    row.description = `${row.description} ${more}`.trim();
    this.result.used.add(line);
    this.open = { row, last: line, left, isAcrossPages: false };
  }
}

/** True for a line with a date and a text or an amount, unless it is a page header or footer. */
function isMovement({ description, figures, texts }: ReadLine, label: string): boolean {
  if (figures.size === 0 && NOISE.test(label)) return false;
  return description !== '' || texts.size > 0 || figures.size > 0;
}

function readLine(
  line: PdfLine,
  header: PdfHeader,
  edges: ColumnEdges,
  context: DateContext,
  allowsDayOnly: boolean,
): ReadLine {
  const { figures, texts } = figuresOfLine(line.words, line.size);
  const dated = takeDate(texts, header, line.size, context, allowsDayOnly);
  const words = [...dated.rest];
  const byColumn = new Map<PdfColumn, PdfFigure>();
  for (const figure of figures) {
    const column = columnAt(edges, figure) ?? columnOf(figure, header, line);
    if (column === null) {
      words.push(figure);
      continue;
    }
    const taken = byColumn.get(column);
    if (taken === undefined) byColumn.set(column, figure);
    else if (column.role !== 'balance' && Math.abs(taken.x1 - column.x1) > Math.abs(figure.x1 - column.x1)) {
      byColumn.set(column, figure);
      words.push(taken);
    } else words.push(figure);
  }
  words.sort((a, b) => a.x0 - b.x0);
  const byRole = new Map<MoneyRole, PdfFigure>();
  for (const role of ['debit', 'credit', 'amount', 'balance'] as const) {
    const [column] = [...byColumn.keys()].filter((each) => each.role === role).sort((a, b) => b.rank - a.rank);
    if (column) byRole.set(role, byColumn.get(column)!);
  }
  const { description, columns, left } = textsByColumn(words, header, line.size);
  return { date: dated.date, words, description, left, texts: columns, figures: byRole };
}

/** Returns the column of a figure: the heading with the largest overlap, or else the closest column of amounts. */
function columnOf(figure: PdfFigure, { columns }: PdfHeader, line: PdfLine): PdfColumn | null {
  let best: PdfColumn | null = null;
  for (const column of columns) {
    if (column.role === 'date' || overlap(figure, column) <= 0) continue;
    const isBetter =
      best === null ||
      (isMoney(column) && !isMoney(best)) ||
      (isMoney(column) === isMoney(best) && overlap(figure, column) > overlap(figure, best));
    if (isBetter) best = column;
  }
  if (best !== null) return best.role === 'description' || best.role === 'reference' ? null : best;
  const before = line.words.filter(({ x1 }) => x1 <= figure.x0 + 0.1).at(-1);
  if (before !== undefined && figure.x0 - before.x1 < line.size) return null;
  const near = columns
    .filter((column) => isMoney(column) && -overlap(figure, column) < 45)
    .sort((a, b) => Math.abs(a.x1 - figure.x1) - Math.abs(b.x1 - figure.x1));
  return near[0] ?? null;
}

interface TakenDate {
  readonly date: { readonly value: PdfDate; readonly text: string } | null;
  readonly rest: readonly PdfWord[];
}

const MAX_DATE_WORDS = 5;

/** Removes the dates below date headings from the words of a line. Returns the operation date. */
function takeDate(
  texts: readonly PdfWord[],
  { columns }: PdfHeader,
  size: number,
  context: DateContext,
  allowsDayOnly: boolean,
): TakenDate {
  const dateColumns = columns.filter(({ role }) => role === 'date');
  const [first] = dateColumns;
  const limit = columns.find(({ role, x0 }) => role === 'description' && x0 > first!.x0)?.x0 ?? Infinity;
  const found: { column: PdfColumn; value: PdfDate; text: string }[] = [];
  const rest: PdfWord[] = [];
  let at = 0;
  while (at < texts.length && found.length < Math.max(2, dateColumns.length)) {
    const word = texts[at]!;
    const column = dateColumns.find(
      (each) => !found.some((one) => one.column === each) && word.x0 < each.x1 + 8 && word.x1 > each.x0 - 25,
    );
    const isSecond = found.length === 1 && dateColumns.length === 1 && word.x1 < limit;
    const match = column || isSecond ? dateFrom(texts, at, size, context, allowsDayOnly && !isSecond) : null;
    if (match !== null) {
      found.push({ column: column ?? { ...first!, rank: -1 }, value: match.value, text: match.text });
      at += match.count;
      continue;
    }
    if (found.length > 0 || word.x0 > first!.x1 + 8) break;
    rest.push(word);
    at += 1;
  }
  const chosen = found.toSorted((a, b) => b.column.rank - a.column.rank)[0];
  return { date: chosen ? { value: chosen.value, text: chosen.text } : null, rest: [...rest, ...texts.slice(at)] };
}

function dateFrom(texts: readonly PdfWord[], at: number, size: number, context: DateContext, allowsDayOnly: boolean) {
  let most = 1;
  while (
    most < MAX_DATE_WORDS &&
    at + most < texts.length &&
    texts[at + most]!.x0 - texts[at + most - 1]!.x1 < 0.75 * size
  )
    most += 1;
  for (let count = most; count >= 1; count -= 1) {
    const text = textOf(texts.slice(at, at + count));
    const value = pdfDate(text, context, allowsDayOnly);
    if (value !== null) return { value, text, count };
  }
  return null;
}

function textsByColumn(words: readonly PdfWord[], header: PdfHeader, size: number) {
  const columns = new Map<PdfColumn, string>();
  const description: PdfWord[] = [];
  const named = header.columns.find(({ role }) => role === 'description')!;
  for (const cell of cellsOfLine({ words, size })) {
    const other = header.columns.find(
      (column) =>
        (column.role === 'reference' || column.role === 'other' || column.role === 'part') &&
        overlap(cell, column) > 0 &&
        cell.x0 > column.x0 - 15 &&
        overlap(cell, named) <= 0,
    );
    if (other === undefined) description.push(cell);
    else columns.set(other, [columns.get(other) ?? '', cell.text].join(' ').trim());
  }
  return { description: textOf(description), columns, left: description[0]?.x0 ?? words[0]?.x0 ?? Infinity };
}
