import { looksLikeDate } from '../cells/movement-signs.js';
import { filledWidth, type FoundTable } from './find-table.js';
import { readHeading } from './header-words.js';
import { isBlank } from '../text/fold-text.js';
import type { SourceRecord } from '../records/source-table.js';

const WHOLE = /^[-+$\s]*(?:\d+|\d{1,3}(?:\.\d{3})+)\s*$/;
const CENTS = /^\d{2}\s*$/;
const FIRST_GROUP = /^[-+$\s]*\d{1,3}$/;
const GROUP = /^\d{3}$/;
const LAST_GROUP = /^\d{3}\.\d{2}\s*$/;
const REST = /^\d{1,3}(?:\.\d+)?\s*$/;

/**
 * Joins numbers that were split at commas because they had no quotes, as in `13/11/2026,Cine,-10,50` under three
 * headings. Returns null if no number was split, and `torn` if the result is ambiguous or does not fit every row.
 */
export function joinedNumbers(records: readonly SourceRecord[], table: FoundTable): SourceRecord[] | 'torn' | null {
  if (table.header === null) return joinedBare(records, table);
  const columns = filledWidth(table.header.cells);
  const money = table.header.cells.map((cell) => MONEY.has(readHeading(cell.trim())[0]?.role ?? ''));
  const dated = table.body.filter(({ cells }) => cells.some(looksLikeDate));
  const wide = dated.filter(({ cells }) => filledWidth(cells) > columns);
  const suspicious = wide.filter(({ cells }) => money.some((is, at) => is && isTornAt(cells, at)));
  if (suspicious.length * 2 <= wide.length || isBalanceBehind(wide, columns)) return null;
  const joined = new Map(dated.map((record) => [record, joinedRow(record.cells, money, columns)]));
  if ([...joined.values()].includes(null)) return 'torn';
  return records.map((record) => ({ ...record, cells: joined.get(record) ?? record.cells }));
}

/**
 * Joins numbers in a file without a header. A column of two digits contains the cents of the column before it if a sign
 * or a leading zero proves it.
 */
function joinedBare(records: readonly SourceRecord[], table: FoundTable): SourceRecord[] | null {
  const dated = new Set(table.body.filter(({ cells }) => cells.some(looksLikeDate)));
  const widths = new Set([...dated].map(({ cells }) => filledWidth(cells)));
  const [width = 0] = widths;
  if (widths.size !== 1 || dated.size < 2) return null;
  const isEach = (column: number, shape: RegExp) => [...dated].every(({ cells }) => shape.test(cells[column] ?? ''));
  const isSome = (column: number, shape: RegExp) => [...dated].some(({ cells }) => shape.test(cells[column] ?? ''));
  const torn = new Set<number>();
  for (let column = 0; column + 1 < width; column += 1) {
    if (torn.has(column - 1) || !isEach(column, WHOLE) || !isEach(column + 1, CENTS)) continue;
    if (isSome(column, /^[-+]/) || isSome(column + 1, /^0/)) torn.add(column);
  }
  if (torn.size === 0) return null;
  return records.map((record) => (dated.has(record) ? { ...record, cells: joinedAt(record.cells, torn) } : record));
}

function joinedAt(cells: readonly string[], torn: ReadonlySet<number>): string[] {
  return cells.flatMap((cell, column) =>
    torn.has(column) ? [`${cell},${cells[column + 1]}`] : torn.has(column - 1) ? [] : [cell],
  );
}

const MONEY: ReadonlySet<string> = new Set(['amount', 'debit', 'credit', 'sides', 'balance']);

function isTornAt(cells: readonly string[], at: number): boolean {
  return WHOLE.test(cells[at] ?? '') && REST.test(cells[at + 1] ?? '');
}

function joinedRow(cells: readonly string[], money: readonly boolean[], columns: number): string[] | null {
  const row: string[] = [];
  let at = 0;
  for (let column = 0; column < columns; column += 1) {
    const parts = money[column] && !isBlank(cells[at] ?? '') ? partsAt(cells, at) : 1;
    if (parts === 0) return null;
    row.push(cells.slice(at, at + parts).join(','));
    at += parts;
  }
  return cells.slice(at).every(isBlank) ? row : null;
}

function partsAt(cells: readonly string[], at: number): number {
  if (WHOLE.test(cells[at] ?? '') && CENTS.test(cells[at + 1] ?? '')) return 2;
  if (!FIRST_GROUP.test(cells[at] ?? '')) return 0;
  let last = at + 1;
  while (GROUP.test(cells[last] ?? '')) last += 1;
  return LAST_GROUP.test(cells[last] ?? '') ? last - at + 1 : 0;
}

function isBalanceBehind(rows: readonly SourceRecord[], columns: number): boolean {
  const figures = rows.map(({ cells }) => [Number(cells[columns - 1]), Number(cells[columns])] as const);
  const follows = (from: number, to: number, by: number) =>
    Math.abs(figures[from]![1] + figures[by]![0] - figures[to]![1]) < 0.005;
  const steps = figures.slice(1).map((_, at) => at);
  const [forward, backward] = [
    steps.filter((at) => follows(at, at + 1, at + 1)),
    steps.filter((at) => follows(at + 1, at, at)),
  ];
  return steps.length > 0 && Math.max(forward.length, backward.length) * 2 > steps.length;
}
