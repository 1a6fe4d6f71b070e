import { addDays } from '@app/kernel/pure';
import type { DateOrder } from '../cells/parse-date.js';
import { lastDayNamed } from '../cells/period.js';
import { foldText } from '../text/fold-text.js';
import { dateFact } from './fact-labels.js';
import { datesIn, periodIn, type Period } from './pdf-dates.js';
import { cellsOfLine, textOf, type PdfLine } from './pdf-page.js';

/** Words of offers, contracts and due dates. Their dates are not those of the statement. */
const OTHER_DATES =
  /\b(?:promocion|promo|oferta|valid[oa]s?|vigencia|vigente|vence|vencimiento|contrato|sorteo|campana|beneficio|limite|aniversario|apertura|offer|valid|expires|due)\b/;
const BEGINS = /\b(?:desde|fecha inicial|fecha de inicio|inicio del periodo|start date|from)\b/;
const ENDS = /\b(?:hasta|fecha final|fecha de fin|fin del periodo|end date|to|through)\b/;
const NAMES = /\b(?:periodo|period|estado de cuenta)\b/;
const RANGE = /\b(?:del \d|from)\b/;

const foldedText = (line: PdfLine) => foldText(textOf(line.words));

/**
 * Finds the printed period of a statement. A line that names it takes precedence over another line with two dates.
 * @param order order of numeric dates if both orders are possible
 */
export function findPeriod(lines: readonly PdfLine[], order: DateOrder): Period | null {
  let range: { period: Period; isNamed: boolean } | null = null;
  for (const [at, line] of lines.entries()) {
    const period = periodOfLine(line, order) ?? periodOfLines(line, lines[at + 1], order);
    if (period === null) continue;
    const text = foldedText(line);
    if (OTHER_DATES.test(text)) continue;
    const above = lines[at - 1];
    const isBelowName = above?.page === line.page && NAMES.test(foldedText(above));
    if (NAMES.test(text) || isBelowName) return period;
    const isNamed = RANGE.test(text) || BEGINS.test(text);
    if (range === null || (isNamed && !range.isNamed)) range = { period, isNamed };
  }
  return range?.period ?? null;
}

function periodOfLine(line: PdfLine, order: DateOrder): Period | null {
  const cells = cellsOfLine(line).map(({ text }) => periodIn(text, order));
  return periodIn(textOf(line.words), order) ?? cells.find((each) => each !== null) ?? null;
}

/** Reads a period whose first and last day are on two lines. */
function periodOfLines(line: PdfLine, next: PdfLine | undefined, order: DateOrder): Period | null {
  if (next?.page !== line.page || !BEGINS.test(foldedText(line)) || !ENDS.test(foldedText(next))) return null;
  const [[start, ...others], [end]] = [datesIn(textOf(line.words), order), datesIn(textOf(next.words), order)];
  return start !== undefined && end !== undefined && others.length === 0 && start < end ? { start, end } : null;
}

const USUAL_DAYS = 45;

/**
 * Without a printed period, the cut-off date decides the year of dates without one, or else the latest date above the
 * tables.
 * @param above lines above the first table
 */
export function impliedPeriod(lines: readonly PdfLine[], above: readonly PdfLine[]): Period | null {
  const last =
    lines.map((line, at) => cutOffIn(line, lines[at + 1])).find((day) => day !== null) ??
    lastDayNamed(above.filter((line) => !OTHER_DATES.test(foldedText(line))).map(({ words }) => textOf(words)));
  return last === null ? null : { start: addDays(last, -USUAL_DAYS), end: last };
}

const CUT_OFF = /\b(?:corte al|al corte)\b/;

function cutOffIn(line: PdfLine, next: PdfLine | undefined) {
  const text = foldedText(line);
  if (dateFact(text) !== 'cutOff' && !CUT_OFF.test(text)) return null;
  const day = lastDayNamed([textOf(line.words)]);
  return day ?? (next?.page === line.page ? lastDayNamed([textOf(next.words)]) : null);
}
