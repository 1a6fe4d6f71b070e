import type { SkippedLine } from '../records/source-table.js';
import { foldText } from '../text/fold-text.js';
import { summaryName } from '../tables/summary-words.js';
import type { ColumnEdges } from './column-edges.js';
import type { PdfFigure } from './figures.js';
import type { PdfColumn, PdfHeader } from './headings.js';
import type { DateContext, PdfDate } from './pdf-dates.js';
import { textOf, type PdfLine, type Place } from './pdf-page.js';
import { leftOf, readLine, type MoneyRole, type ReadLine } from './table-line.js';

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

export function skippedLine({ page, line, label }: SummaryLine): SkippedLine {
  return { line, reason: `summary on page ${page}: ${label}`.slice(0, 120) };
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
  /\b(?:fin del? (?:los )?(?:movimientos|detalle|estado de cuenta)|institucion de banca multiple|revise sus movimientos|condusef|ipab|aclaracion(?:es)?|unidad especializada|validez fiscal|www|com mx|estimado cliente|folio fiscal|sello digital|comision nacional)\b/;

interface WaitingLine {
  readonly line: PdfLine;
  readonly read: ReadLine;
  readonly header: PdfHeader;
  readonly label: string;
}

/** Maximum number of lines of text between two dates that are compared by their gaps. */
const MAX_WAITING = 50;

/** Minimum ratio of the gap between two rows to the other gaps if rows have text above their date. */
const ROW_GAP_RATIO = 1.3;

/** Collects the rows of all tables of a section. */
export class TableReader {
  readonly result: TableRows = { rows: [], summaries: [], used: new Set() };
  private open: { row: PdfRow; last: PdfLine; left: number; isAcrossPages: boolean } | null = null;
  /** Lines of text after the open row. They belong to that row or, above a vertically centered date, to the next one. */
  private readonly waiting: WaitingLine[] = [];
  /** Lines between the header and the first row, which belong to the row only if dates are vertically centered. */
  private aboveFirst: { readonly row: PdfRow; readonly lines: readonly WaitingLine[] } | null = null;
  /** True if dates are vertically centered. */
  private isCentered = false;
  private hasFullDates = false;
  private lastDate: { value: PdfDate; text: string } | null = null;

  constructor(private readonly context: DateContext) {}

  /** Ends the open row. A repeated header does not end it, because a row may continue on the next page. */
  endRow(): void {
    this.flush();
    this.open = null;
  }

  /** Call this method at a repeated header. The first line below the header may continue the open row. */
  repeatHeader(): void {
    this.flush();
    if (this.open) this.open.isAcrossPages = true;
  }

  read(line: PdfLine, header: PdfHeader, edges: ColumnEdges): void {
    const read = readLine(line, header, edges, this.context, !this.hasFullDates);
    const label = foldText(textOf(read.words));
    if (this.addSummary(line, read, label, header)) return;
    if (read.date !== null && isMovement(read, label)) return this.begin(line, read, header, read.date);
    if (read.date !== null) return this.endRow();
    const isText = read.figures.size === 0 && read.description !== '' && read.left >= leftOf(header);
    if (isText && !NOISE.test(label) && !NOTICE.test(label)) {
      if (this.waiting.length === MAX_WAITING) this.flush();
      this.waiting.push({ line, read, header, label });
      return;
    }
    this.flush();
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
    const [isFirst, above] = [this.open === null, this.takeLinesAbove(line)];
    const isSure = !isFirst || read.description === '';
    if (date.text.length > 2) this.hasFullDates = true;
    const row: PdfRow = {
      ...{ page: line.page, line: line.line, date: date.value, dateText: date.text },
      ...{ description: read.description, texts: read.texts, figures: read.figures, isInMonths: header.isInMonths },
    };
    this.lastDate = date;
    this.result.rows.push(row);
    this.result.used.add(line);
    this.open = {
      row,
      last: line,
      left: Math.min(read.left, ...above.map((each) => each.read.left)),
      isAcrossPages: false,
    };
    if (isFirst) this.aboveFirst = { row, lines: above };
    if (above.length === 0 || !isSure) return;
    this.isCentered = true;
    if (!isFirst) this.prepend(row, above);
    if (this.aboveFirst) this.prepend(this.aboveFirst.row, this.aboveFirst.lines);
    this.aboveFirst = null;
  }

  /**
   * Continues the open row with the lines before the widest gap, if one gap is the widest, and returns the lines after
   * it. Otherwise, the lines continue the open row.
   */
  private takeLinesAbove(next: PdfLine): WaitingLine[] {
    const waiting = this.waiting.splice(0);
    const lines = [...(this.open ? [this.open.last] : []), ...waiting.map(({ line }) => line), next];
    const gaps = lines.slice(1).map(({ y }, at) => lines[at]!.y - y);
    const isOnPage = lines.every(({ page }) => page === next.page);
    if (this.open === null) {
      const isNear = isOnPage && gaps.every((gap) => gap <= MAX_LINE_GAP * next.size);
      return isNear ? waiting : [];
    }
    if (this.isCentered && waiting[0]?.line.page === next.page && this.open.last.page !== next.page) return waiting;
    const widest = gaps.indexOf(Math.max(...gaps));
    const isClear = gaps.every((gap, at) => at === widest || gaps[widest]! >= ROW_GAP_RATIO * gap);
    const split = isOnPage && isClear ? widest : waiting.length;
    this.continueWith(waiting.slice(0, split));
    return waiting.slice(split);
  }

  private prepend(row: PdfRow, lines: readonly WaitingLine[]): void {
    row.description = [...lines.map(({ read }) => read.description), row.description].join(' ').trim();
    for (const { line } of lines) this.result.used.add(line);
  }

  private flush(): void {
    this.continueWith(this.waiting.splice(0));
  }

  private continueWith(lines: readonly WaitingLine[]): void {
    for (const { line, read, header, label } of lines) this.continue(line, read, header, label);
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
    const isForeign = FOREIGN.test(label) && !read.figures.has('balance');
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
