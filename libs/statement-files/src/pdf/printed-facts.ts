import type { Day } from '@app/kernel/pure';
import { StatementUnreadable } from '../limits/unreadable.js';
import { foldText } from '../text/fold-text.js';
import {
  amountFact,
  countFact,
  dateFact,
  isCardText,
  isCountLabel,
  isTotalLabel,
  type AmountFact,
  type CountFact,
  type DateFact,
} from './fact-labels.js';
import { figuresOfLine, type PdfFigure } from './figures.js';
import { datesIn, pdfDate, type DateContext } from './pdf-dates.js';
import { cellsOfLine, overlap, type PdfLine, type PdfWord, type Place } from './pdf-page.js';
import type { SummaryLine } from './table-rows.js';

/** Amount that the statement shows outside its rows. The amount is in minor units. */
export interface PrintedFigure extends Place {
  readonly minor: bigint;
}

export interface PrintedCount extends Place {
  readonly count: number;
}

/** Running balance between rows. */
export interface Checkpoint extends PrintedFigure {
  /** Number of rows before the balance. */
  readonly after: number;
}

export interface FoundFacts {
  readonly amounts: ReadonlyMap<AmountFact, readonly PrintedFigure[]>;
  readonly counts: ReadonlyMap<CountFact, readonly PrintedCount[]>;
  readonly dates: ReadonlyMap<DateFact, Day>;
  readonly checkpoints: readonly Checkpoint[];
  readonly isCard: boolean;
}

/** Maximum gap between words of a cell in a summary. Its cells are closer to each other than the columns of a table. */
const SUMMARY_GAP = 1.1;
const MAX_LINES_ABOVE = 3;
const MAX_LINE_GAP = 3;

const SIGNED: ReadonlySet<AmountFact> = new Set(['opening', 'closing', 'laterBalance', 'debtTotal', 'avoidInterest']);

/** Maximum number of totals, balances and counts. Real statements print at most one per row. */
const MAX_FACTS = 5_000;

class FactCollector {
  readonly checkpoints: Checkpoint[] = [];
  private facts = 0;
  readonly amounts = new Map<AmountFact, PrintedFigure[]>();
  readonly counts = new Map<CountFact, PrintedCount[]>();
  readonly dates = new Map<DateFact, Day>();

  amount(fact: AmountFact, { page, line }: Place, minor: bigint): void {
    this.countFact(page);
    const found = this.amounts.get(fact);
    if (found) found.push({ page, line, minor });
    else this.amounts.set(fact, [{ page, line, minor }]);
  }

  count(fact: CountFact, { page, line }: Place, count: number): void {
    this.countFact(page);
    const found = this.counts.get(fact);
    if (found) found.push({ page, line, count });
    else this.counts.set(fact, [{ page, line, count }]);
  }

  checkpoint(checkpoint: Checkpoint): void {
    this.countFact(checkpoint.page);
    this.checkpoints.push(checkpoint);
  }

  private countFact(page: number): void {
    this.facts += 1;
    if (this.facts <= MAX_FACTS) return;
    throw new StatementUnreadable('it prints more than 5,000 totals and balances outside its rows', `page ${page}`);
  }
}

/**
 * Collects the totals, balances, counts and dates that a statement shows outside its rows.
 * @param rowCount number of rows of the section
 * @param lines lines of the section that are not rows and not lines of `summaries`
 */
export function findFacts(
  lines: readonly PdfLine[],
  summaries: readonly SummaryLine[],
  context: DateContext,
  rowCount: number,
): FoundFacts {
  const found = new FactCollector();
  let isCard = false;
  for (const [at, line] of lines.entries()) {
    isCard ||= isCardText(foldText(line.words.map(({ text }) => text).join(' ')));
    addLine(found, lines, at, context);
  }
  for (const summary of summaries) addSummary(found, summary, rowCount);
  const { amounts, counts, dates, checkpoints } = found;
  return { amounts, counts, dates, checkpoints, isCard };
}

function addSummary(
  found: FactCollector,
  { label, figures, after, isInMonths, page, line }: SummaryLine,
  rowCount: number,
): void {
  const place = { page, line };
  const balance = figures.get('balance');
  const fact = amountFact(label);
  const counted = /(?:^|\D )(\d{1,5})$/.exec(label.trim());
  const isTotal = isTotalLabel(label.replace(/\d+$/, ''));
  // A total between rows is a page total.
  if (isTotal && after < rowCount) return;
  // The installments of these purchases may be in the regular table, too.
  if (isInMonths && (isTotal || fact === 'charges')) return;
  if (isTotal || fact === 'charges' || fact === 'credits') {
    const debit = figures.get('debit') ?? (fact === 'charges' ? figures.get('amount') : undefined);
    const credit = figures.get('credit') ?? (fact === 'credits' ? figures.get('amount') : undefined);
    if (debit && fact !== 'credits') found.amount('charges', place, debit.minor);
    if (credit && fact !== 'charges') found.amount('credits', place, credit.minor);
    if (isTotal && balance) found.amount('closing', place, signed(balance));
    if (fact !== null && counted) found.count(countFact(label)!, place, Number(counted[1]));
    return;
  }
  const figure = balance ?? figures.get('amount') ?? [...figures.values()][0];
  if (figure === undefined) return;
  if (fact === 'opening' && after === 0) found.amount('opening', place, signed(figure));
  else if (fact === 'closing' || fact === 'laterBalance') found.amount(fact, place, signed(figure));
  else if (balance !== undefined) found.checkpoint({ ...place, minor: signed(balance), after });
}

const signed = ({ minor, sign }: PdfFigure) => (sign === '-' ? -minor : minor);

function addLine(found: FactCollector, lines: readonly PdfLine[], at: number, context: DateContext): void {
  const line = lines[at]!;
  const { figures, texts } = figuresOfLine(line.words, line.size);
  const cells = cellsOfLine({ words: texts, size: line.size }, SUMMARY_GAP);
  let from = -Infinity;
  for (const figure of figures) {
    const left = cells.filter(({ x0, x1 }) => x0 >= from - 0.1 && x1 <= figure.x0 + 0.1);
    from = figure.x1;
    const named = labelsOf(left).map(withoutCount);
    const known = named.find(({ label }) => amountFact(label) !== null);
    const above = known ? undefined : labelsAbove(lines, at, figure).find((label) => amountFact(label) !== null);
    const label = known?.label ?? above ?? '';
    const fact = isBefore(label, context) ? 'opening' : amountFact(label);
    if (fact === null) continue;
    const isBalance = SIGNED.has(fact);
    found.amount(fact, line, isBalance ? signed(figure) : figure.minor);
    if (known?.count !== undefined && known.count !== null) {
      const counted = countFact(known.label);
      if (counted !== null) found.count(counted, line, known.count);
    }
  }
  addCounts(found, lines, at, cells);
  addDates(found, lines, at, cells, context);
}

/** True for a balance on a day before the period, as in `Saldo al 31 de octubre de 2026`. */
function isBefore(label: string, { period, order }: DateContext): boolean {
  const [day] = amountFact(label) === 'closing' ? datesIn(label, order) : [];
  return day !== undefined && period !== null && day < period.start;
}

/** Title in the line of a value, as in `Resumen del periodo: Saldo final`. */
const SUMMARY_TITLE = /^(?:resumen|summary)\b[^:]{0,40}: ?/i;

/** Possible labels left of a value: the last cell, the last two cells, and all of them. */
function labelsOf(cells: readonly PdfWord[]): string[] {
  const text = (some: readonly PdfWord[]) => some.map((cell) => cell.text).join(' ');
  const last = cells.filter(({ text: each }) => !/^[\d()+=:-]+$/.test(each)).slice(-1);
  const tail = last[0] === undefined ? [] : cells.slice(cells.indexOf(last[0]));
  const labels = [text(tail), text(cells.slice(-2)), text(cells.slice(-3)), text(cells)];
  return [...new Set(labels.map((each) => each.replace(SUMMARY_TITLE, '')))].filter((each) => each !== '');
}

function withoutCount(label: string): { label: string; count: number | null } {
  const plain = label
    .replace(/\([-+=]\)/g, ' ')
    .replace(/^[\s+=-]+|[\s:=+-]+$/g, '')
    .trim();
  const match =
    /^(\d{1,5}) (.*)$/.exec(plain) ?? /^(.*?) ?\((\d{1,5})\)$/.exec(plain) ?? /^(.*?)[ :]+(\d{1,5})$/.exec(plain);
  if (match === null) return { label: plain, count: null };
  const [count, rest] = /^\d+$/.test(match[1]!) ? [match[1]!, match[2]!] : [match[2]!, match[1]!];
  return amountFact(rest) !== null && !isDated(plain)
    ? { label: rest, count: Number(count) }
    : { label: plain, count: null };
}

const isDated = (label: string) => /\b(?:al|as of|on)(?: dia)? \d/i.test(label);

/** Returns the texts above a value that may be its label, on one line or on two lines that belong together. */
function labelsAbove(lines: readonly PdfLine[], at: number, value: PdfWord): string[] {
  const line = lines[at]!;
  const labels: string[] = [];
  let joined = '';
  for (let up = 1; up <= MAX_LINES_ABOVE && at - up >= 0; up += 1) {
    const above = lines[at - up]!;
    if (above.page !== line.page || above.y - line.y > MAX_LINE_GAP * line.size * up) break;
    const { figures, texts } = figuresOfLine(above.words, above.size);
    const cell = cellsOfLine({ words: texts, size: above.size })
      .filter((each) => overlap(each, value) > 0)
      .sort((a, b) => overlap(b, value) - overlap(a, value))[0];
    if (cell === undefined || figures.some((each) => overlap(each, value) > 0)) break;
    joined = `${cell.text} ${joined}`.trim();
    labels.push(joined);
  }
  return labels;
}

/** Count before its noun, as in `Depósitos: 9 movimientos`. */
const COUNTED_NOUN =
  /(?<count>(?<!\S)\d{1,5}) +(?<noun>movimientos?|movs|operaci(?:ón|ones)|transacci(?:ón|ones)|transactions?)$/i;

function addCounts(found: FactCollector, lines: readonly PdfLine[], at: number, cells: readonly PdfWord[]): void {
  for (const [index, cell] of cells.entries()) {
    const whole = cell.text.replace(/:/g, ' ').replace(COUNTED_NOUN, '$<noun> $<count>');
    const inside = /^(.*\D) +(\d{1,5})$/.exec(whole);
    if (inside && isCountLabel(inside[1]!) && countFact(inside[1]!) !== null) {
      found.count(countFact(inside[1]!)!, lines[at]!, Number(inside[2]));
    } else if (/^\d{1,5}$/.test(cell.text)) {
      const before = cells[index - 1]?.text ?? '';
      const label = [before, ...labelsAbove(lines, at, cell)].find(
        (each) => isCountLabel(each) && countFact(each) !== null,
      );
      if (label !== undefined) found.count(countFact(label)!, lines[at]!, Number(cell.text));
    }
  }
}

function addDates(
  found: FactCollector,
  lines: readonly PdfLine[],
  at: number,
  cells: readonly PdfWord[],
  context: DateContext,
): void {
  for (const [index, cell] of cells.entries()) {
    const days = datesOf(cell.text, context);
    const day = days.at(-1);
    if (day === undefined) continue;
    const labels = [cell.text, cells[index - 1]?.text ?? '', ...labelsAbove(lines, at, cell)];
    const fact = labels.map(dateFact).find((each) => each !== null);
    if (fact != null && !found.dates.has(fact)) found.dates.set(fact, day);
  }
}

const WEEKDAY = /\b(?:lunes|martes|miercoles|miércoles|jueves|viernes|sabado|sábado|domingo)\b,?/gi;

function datesOf(text: string, context: DateContext): Day[] {
  const full = datesIn(text, context.order);
  if (full.length > 0) return full;
  const tail = text.replace(WEEKDAY, ' ').split(/:/).at(-1)!.trim();
  const day = pdfDate(tail, context, false)?.day ?? pdfDate(tail.split(' ').slice(-2).join(' '), context, false)?.day;
  return day == null ? [] : [day];
}
