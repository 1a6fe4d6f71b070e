import { currencyNamed } from '../cells/currency-name.js';
import type { FoundTable } from '../tables/find-table.js';
import { isBlank } from '../text/fold-text.js';
import { looksLikeAmount, looksLikeDate, looksLikeMoney } from '../cells/movement-signs.js';
import { readAmountText } from '../cells/parse-amount.js';
import type { SourceRecord } from '../records/source-table.js';

/** What the cells of a column look like, as parts of its filled cells where it says share. */
export interface ColumnContent {
  readonly index: number;
  /** The part of all rows in which the cell is filled. */
  readonly filled: number;
  readonly dates: number;
  readonly amounts: number;
  /** Amounts that are written as money: a whole number might as well be a reference. */
  readonly money: number;
  readonly words: number;
  readonly currencies: number;
  /** Three letters, as codes of currencies are, whether or not they are known. */
  readonly codes: number;
  /** Letters in the average filled cell. */
  readonly letters: number;
  readonly hasNegatives: boolean;
  /** The different cells, each with its rows; no more than a hundred. */
  readonly values: ReadonlyMap<string, number>;
}

const SAMPLED_ROWS = 1_000;
const MAX_VALUES = 100;

/**
 * The rows from which columns are understood: the first thousand of the usual length that hold a date, since totals and
 * footers rarely do and torn lines hold things in the wrong place; or any that are filled when there are none.
 */
export function sampleRows({ body, usualLengths }: FoundTable): SourceRecord[] {
  const dated = firstWhere(body, ({ cells }) => usualLengths.has(cells.length) && cells.some(looksLikeDate));
  return dated.length > 0 ? dated : firstWhere(body, ({ cells }) => !cells.every(isBlank));
}

function firstWhere(records: readonly SourceRecord[], holds: (record: SourceRecord) => boolean): SourceRecord[] {
  const found: SourceRecord[] = [];
  for (const record of records) {
    if (found.length >= SAMPLED_ROWS) break;
    if (holds(record)) found.push(record);
  }
  return found;
}

/** Looks at every column of the sampled rows. */
export function columnContents(sample: readonly SourceRecord[], width: number): ColumnContent[] {
  return Array.from({ length: width }, (_, index) => contentOf(sample, index));
}

function contentOf(sample: readonly SourceRecord[], index: number): ColumnContent {
  const written = sample.map(({ cells }) => cells[index] ?? '').filter((cell) => !isBlank(cell));
  const signs = written.every((cell) => /^['’\s]*[-+\u2212]\s*$/.test(cell));
  const cells = signs ? written : written.filter((cell) => readAmountText(cell) !== 'empty');
  const share = (matches: (cell: string) => boolean) => cells.filter(matches).length / Math.max(1, cells.length);
  const values = new Map<string, number>();
  for (const cell of cells)
    if (values.has(cell) || values.size < MAX_VALUES) values.set(cell, (values.get(cell) ?? 0) + 1);
  return {
    index,
    filled: cells.length / Math.max(1, sample.length),
    dates: share(looksLikeDate),
    amounts: share(looksLikeAmount),
    money: moneyShare(cells),
    words: share((cell) => /\p{L}{2}/u.test(cell)),
    currencies: share((cell) => currencyNamed(cell) !== null),
    codes: share((cell) => /^\s*[A-Z]{3}\s*$/.test(cell)),
    letters: cells.reduce((sum, cell) => sum + cell.replace(/\P{L}/gu, '').length, 0) / Math.max(1, cells.length),
    hasNegatives: cells.some(isNegative),
    values,
  };
}

/** A zero says nothing of how the money in a column is written. */
function moneyShare(cells: readonly string[]): number {
  const said = cells.filter((cell) => !/^[0\s]+$/.test(cell));
  return said.filter(looksLikeMoney).length / Math.max(1, said.length);
}

function isNegative(cell: string): boolean {
  const amount = readAmountText(cell);
  return typeof amount === 'object' && amount.negative;
}
