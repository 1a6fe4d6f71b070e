import { columnAt, isMoney, type ColumnEdges } from './column-edges.js';
import { figuresOfLine, type PdfFigure } from './figures.js';
import type { PdfColumn, PdfHeader } from './headings.js';
import { pdfDate, type DateContext, type PdfDate } from './pdf-dates.js';
import { cellsOfLine, overlap, textOf, type PdfLine, type PdfWord } from './pdf-page.js';

export type MoneyRole = 'debit' | 'credit' | 'amount' | 'balance';

/** Line of a table. The keys of figures are column roles. */
export interface ReadLine {
  readonly date: { readonly value: PdfDate; readonly text: string } | null;
  readonly words: readonly PdfWord[];
  readonly description: string;
  readonly left: number;
  readonly texts: Map<PdfColumn, string>;
  readonly figures: Map<MoneyRole, PdfFigure>;
}

/** Assigns the words of a line to the columns of a table. */
export function readLine(
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

/** Returns the right edge of the heading left of the description, where descriptions may begin. */
export function leftOf({ columns }: PdfHeader): number {
  const at = columns.findIndex(({ role }) => role === 'description');
  return columns[at - 1]?.x1 ?? 0;
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
  return { description: textOf(description), columns, left: description[0]?.x0 ?? leftOf(header) };
}
