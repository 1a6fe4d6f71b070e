import { currencyNamed } from '../cells/currency-name.js';
import type { FoundTable } from '../tables/find-table.js';
import { isBlank } from '../text/fold-text.js';
import { looksLikeAmount, looksLikeDate, looksLikeMoney } from '../cells/movement-signs.js';
import { readAmountText } from '../cells/parse-amount.js';
import type { SourceRecord } from '../records/source-table.js';

/**
 * Statistics of a column. `filled` is a share of the rows, and `letters` is an average per cell. The other numbers are
 * shares of the filled cells.
 */
export interface ColumnContent {
  readonly index: number;
  readonly filled: number;
  readonly dates: number;
  readonly amounts: number;
  /** Share of cells that look like money. Plain whole numbers do not count, because they may be references. */
  readonly money: number;
  readonly words: number;
  readonly currencies: number;
  /** Share of three-letter cells, such as currency codes. */
  readonly codes: number;
  readonly letters: number;
  readonly hasNegatives: boolean;
  /** Row counts by cell text, for at most 100 texts. */
  readonly values: ReadonlyMap<string, number>;
}

const SAMPLED_ROWS = 1_000;
const MAX_VALUES = 100;

/**
 * Returns up to 1,000 rows with a date and the usual number of cells, because totals and footers rarely have both. If
 * there are no such rows, returns the rows that are not blank.
 */
export function sampleRows({ body, usualLengths }: FoundTable): SourceRecord[] {
  const dated = firstWhere(body, ({ cells }) => usualLengths.has(cells.length) && cells.some(looksLikeDate));
  return dated.length > 0 ? dated : firstWhere(body, ({ cells }) => !cells.every(isBlank));
}

function firstWhere(records: readonly SourceRecord[], holds: (record: SourceRecord) => boolean): SourceRecord[] {
  const sampled: SourceRecord[] = [];
  for (const record of records) {
    if (sampled.length >= SAMPLED_ROWS) break;
    if (holds(record)) sampled.push(record);
  }
  return sampled;
}

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

function moneyShare(cells: readonly string[]): number {
  const nonzero = cells.filter((cell) => !/^[0\s]+$/.test(cell));
  return nonzero.filter(looksLikeMoney).length / Math.max(1, nonzero.length);
}

function isNegative(cell: string): boolean {
  const amount = readAmountText(cell);
  return typeof amount === 'object' && amount.negative;
}
