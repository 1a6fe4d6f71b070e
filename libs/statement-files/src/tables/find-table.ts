import { isBlank } from '../text/fold-text.js';
import { matchedRoles, readHeading, type ColumnRole } from './header-words.js';
import { looksLikeAmount, looksLikeDate, looksLikeMovement } from '../cells/movement-signs.js';
import type { SourceRecord } from '../records/source-table.js';
import { StatementUnreadable } from '../limits/unreadable.js';

export interface FoundTable {
  readonly header: SourceRecord | null;
  /** Lines of the table, including transactions above the header, totals and footers. */
  readonly body: readonly SourceRecord[];
  readonly width: number;
  /** Usual numbers of cells per line. A line with a different number of cells is truncated or malformed. */
  readonly usualLengths: ReadonlySet<number>;
}

export function firstLine({ header, body }: FoundTable): number {
  return Math.min(header?.line ?? Infinity, body[0]!.line);
}

const SEARCHED = 5_000;

/**
 * Finds the table. Its header is the line of known headings with the most transactions below it, or else a line of
 * unknown words above the first transaction.
 * @param believed true if the client maps the columns; the table then does not need recognizable transactions
 * @throws StatementUnreadable if the file has no table, or nothing after the header
 */
export function findTable(records: readonly SourceRecord[], believed = false): FoundTable {
  const known = knownHeader(records);
  const start = known === null ? firstMovement(records, believed) : known + 1;
  if (start === null) throw new StatementUnreadable('no table of transactions was found in the file');
  const header = known ?? unknownHeader(records, start);
  const above = known === null ? null : firstAbove(records, known);
  const body = above === null ? records.slice(start) : [...records.slice(above, known!), ...records.slice(start)];
  if (!body.some(({ cells }) => !cells.every(isBlank))) {
    throw new StatementUnreadable('there is a header and nothing else', `line ${records[header ?? 0]!.line}`);
  }
  const heading = header === null ? null : records[header]!;
  const movements = body.filter(({ cells }) => cells.some(looksLikeDate));
  const usualLengths = lengthsOf(movements, heading);
  return {
    header: heading,
    body,
    width: widthOf(heading, movements.length > 0 ? movements : body, usualLengths),
    usualLengths,
  };
}

interface HeaderCandidate {
  readonly index: number;
  readonly text: string;
  readonly complete: boolean;
  readonly roles: number;
  readonly movements: number;
}

function knownHeader(records: readonly SourceRecord[]): number | null {
  const headers: { index: number; text: string }[] = [];
  for (let index = 0; index < Math.min(records.length, SEARCHED); index += 1) {
    const { cells } = records[index]!;
    if (!isHeader(cells)) continue;
    const text = headerText(cells);
    if (headers.at(-1)?.text !== text) headers.push({ index, text });
  }
  const candidates = headers.map(({ index, text }, at): HeaderCandidate => {
    const next = headers[at + 1]?.index ?? records.length;
    const roles = matchedRoles(records[index]!.cells);
    return {
      index,
      text,
      complete: isComplete(roles),
      roles: roles.size,
      movements: movementsUnder(records, index, Math.min(next, index + SEARCHED)),
    };
  });
  const best = candidates.sort((a, b) => rankOf(b) - rankOf(a) || b.roles - a.roles || a.index - b.index)[0];
  return best && (best.complete || best.movements > 0) ? best.index : null;
}

function rankOf({ movements, complete }: HeaderCandidate): number {
  return movements * 2 + (complete ? 1 : 0);
}

/**
 * True if the line has headings of at least two fields, including a date or an amount, and does not contain dates or
 * amounts.
 */
function isHeader(cells: readonly string[]): boolean {
  if (cells.length < 2) return false;
  const filled = cells.filter((cell) => !isBlank(cell));
  if (filled.length < 2 || filled.some((cell) => /^\W*\d/.test(cell) && (looksLikeAmount(cell) || looksLikeDate(cell))))
    return false;
  const roles = matchedRoles(filled);
  if (roles.size < 2 || !(roles.has('date') || isComplete(roles))) return false;
  return filled.filter((cell) => readHeading(cell.trim()).length > 0).length >= Math.min(4, filled.length * 0.3);
}

export function isComplete(roles: ReadonlySet<ColumnRole>): boolean {
  const amounts = roles.has('amount') || roles.has('debit') || roles.has('credit') || roles.has('sides');
  return amounts && (roles.has('date') || roles.has('description')) && roles.size >= 2;
}

/** Returns the text of a header line, to recognize headers that repeat on each page. */
export function headerText(cells: readonly string[]): string {
  const words = cells.slice(0, filledWidth(cells)).map((cell) => cell.trim().toLowerCase());
  return words.join('\n');
}

export function beginsOtherTable(cells: readonly string[], header: string | null): boolean {
  return isHeader(cells) && isComplete(matchedRoles(cells)) && headerText(cells) !== header;
}

/** Returns the lines of transactions in tables above the header. Ignores one-line tables, which are summaries. */
export function movementsAbove(records: readonly SourceRecord[], { header }: FoundTable): number[] {
  const own = header === null ? null : headerText(header.cells);
  const tables: number[][] = [];
  for (const { line, cells } of records) {
    if (header === null || line >= header.line) break;
    if (beginsOtherTable(cells, own)) tables.push([]);
    else if (tables.length > 0 && looksLikeMovement(cells)) tables.at(-1)!.push(line);
  }
  return tables.filter((lines) => lines.length > 1).flat();
}

function movementsUnder(records: readonly SourceRecord[], header: number, end: number): number {
  const dates = columnsOf(records[header]!.cells, DATES);
  let movements = 0;
  for (let index = header + 1; index < end; index += 1) {
    const { cells } = records[index]!;
    if (dates.some((date) => looksLikeDate(cells[date] ?? '')) && looksLikeMovement(cells)) movements += 1;
  }
  return movements;
}

/**
 * Returns the index of the first transaction above the header. It must have the width and columns of the transactions
 * below the header, and not be below another header.
 */
function firstAbove(records: readonly SourceRecord[], header: number): number | null {
  const headings = records[header]!.cells;
  const own = headerText(headings);
  const below = records.slice(header + 1, header + 1 + SEARCHED).filter(({ cells }) => looksLikeMovement(cells));
  const widths = new Set(below.map(({ cells }) => cells.length));
  const dates = columnsOf(headings, DATES).filter((column) => looksLikeDate(below[0]?.cells[column] ?? ''));
  const [amounts, words] = [columnsOf(headings, AMOUNTS), columnsOf(headings, WORDS)];
  const isMovement = (cells: readonly string[]) =>
    widths.has(cells.length) &&
    dates.every((column) => looksLikeDate(cells[column] ?? '')) &&
    amounts.some((column) => looksLikeAmount(cells[column] ?? '')) &&
    (words.length === 0 || words.some((column) => /\p{L}/u.test(cells[column] ?? '')));
  for (let index = 0; index < header && dates.length > 0; index += 1) {
    const { cells } = records[index]!;
    if (beginsOtherTable(cells, own)) return null;
    if (isMovement(cells)) return index;
  }
  return null;
}

const DATES: ReadonlySet<ColumnRole> = new Set(['date']);
const AMOUNTS: ReadonlySet<ColumnRole> = new Set(['amount', 'debit', 'credit', 'sides']);
const WORDS: ReadonlySet<ColumnRole> = new Set(['description', 'details']);

function columnsOf(headings: readonly string[], roles: ReadonlySet<ColumnRole>): number[] {
  return headings.flatMap((cell, index) => {
    const [match] = readHeading(cell.trim());
    return match && roles.has(match.role) ? [index] : [];
  });
}

/**
 * Returns the index of the first line of a table without a header: the first transaction of the most common shape, or
 * the first of the malformed transactions directly above it. Returns null if there are no transactions, unless the
 * client maps the columns.
 */
function firstMovement(records: readonly SourceRecord[], believed: boolean): number | null {
  const sample = records.slice(0, SEARCHED);
  const movements = sample.flatMap(({ cells }, index) =>
    looksLikeMovement(cells) ? [{ index, ...shapeOf(cells) }] : [],
  );
  if (movements.length === 0) {
    const width = commonest(sample.filter(({ cells }) => cells.length > 1).map(({ cells }) => cells.length));
    const first = believed && width !== null ? sample.findIndex(({ cells }) => cells.length === width) : -1;
    return first < 0 ? null : first;
  }
  const shape = commonest(movements.map(({ shape }) => shape))!;
  const { index, width, date } = movements.find((movement) => movement.shape === shape)!;
  let first = index;
  while (first > 0 && belongsAbove(records[first - 1]!.cells, width, date)) first -= 1;
  return first;
}

function shapeOf(cells: readonly string[]): { shape: string; width: number; date: number } {
  const date = cells.findIndex(looksLikeDate);
  return { shape: `${cells.length} ${date}`, width: cells.length, date };
}

function belongsAbove(cells: readonly string[], width: number, date: number): boolean {
  return lostItsDate(cells, width, date) || (looksLikeDate(cells[date] ?? '') && looksLikeMovement(cells));
}

/**
 * True if the line has the width of the table and an amount, but no date. Its date cell must contain no words, or a
 * malformed date with the name of a month, such as 10-Nov-9.
 */
function lostItsDate(cells: readonly string[], width: number, date: number): boolean {
  if (width <= 2 || cells.length !== width || !cells.some(looksLikeAmount)) return false;
  const cell = cells[date]!.trim();
  return !/\p{L}{2}/u.test(cell) || /^\d{1,4}[\s./-]+\p{L}{3,12}[\s./-]+\d{1,4}$/u.test(cell);
}

/**
 * Returns the index of a line of unknown words above the first transaction, or null. All of its filled cells must
 * contain words, and at least two cells and half of the columns must be filled.
 */
function unknownHeader(records: readonly SourceRecord[], start: number): number | null {
  const above = records[start - 1];
  const first = records[start];
  if (!above || !first || above.cells.length < 2 || above.cells.length !== first.cells.length) return null;
  const filled = above.cells.filter((cell) => !isBlank(cell));
  const words = filled.every((cell) => /\p{L}/u.test(cell) && !looksLikeAmount(cell) && !looksLikeDate(cell));
  return words && filled.length >= 2 && filled.length >= first.cells.length / 2 ? start - 1 : null;
}

/**
 * Returns the usual numbers of cells per line. A number below the header's is usual if at least 10% of the lines have
 * it, because lines may omit empty cells at the end. A number above the header's is usual only if at least 90% of the
 * lines have it, because unquoted delimiters also add cells.
 */
function lengthsOf(movements: readonly SourceRecord[], header: SourceRecord | null): Set<number> {
  const times = counted(movements.map(({ cells }) => cells.length));
  const regular = header?.cells.length ?? commonest(movements.map(({ cells }) => cells.length)) ?? 0;
  const usual = [...times].filter(([length, count]) =>
    length <= regular ? count >= Math.max(2, movements.length * 0.1) : count >= movements.length * 0.9,
  );
  return new Set([regular, ...usual.map(([length]) => length)]);
}

/**
 * Returns the number of columns of the header, or of the widest line if at least 90% of the lines are wider than the
 * header. An unquoted delimiter makes only single lines wider.
 */
function widthOf(header: SourceRecord | null, lines: readonly SourceRecord[], usual: ReadonlySet<number>): number {
  const regular = lines.filter(({ cells }) => usual.size === 0 || usual.has(cells.length));
  const widths = counted(regular.map(({ cells }) => filledWidth(cells)));
  const widest = Math.max(0, ...widths.keys());
  if (!header) return widest;
  const headed = filledWidth(header.cells);
  const wider = [...widths].filter(([width]) => width > headed);
  const times = wider.reduce((sum, [, count]) => sum + count, 0);
  return times >= lines.length * 0.9 ? Math.max(headed, widest) : headed;
}

export function filledWidth(cells: readonly string[]): number {
  let width = cells.length;
  while (width > 0 && isBlank(cells[width - 1]!)) width -= 1;
  return width;
}

function counted<Value>(values: readonly Value[]): Map<Value, number> {
  const times = new Map<Value, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return times;
}

function commonest<Value>(values: readonly Value[]): Value | null {
  return [...counted(values)].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
