import { ColumnDecimals } from '../cells/decimal-votes.js';
import { minorUnits, readAmountText } from '../cells/parse-amount.js';
import type { Mapping } from '../records/mapping.js';
import type { SourceRecord } from '../records/source-table.js';

/** A line with a date and an amount, and whether its words are the name of a total or a balance. */
export interface FullLine {
  readonly record: SourceRecord;
  readonly isNamedSummary: boolean;
}

/** What the figures of the lines around it make of a line that is named like a total: `TOTAL` is also a brand of fuel. */
export type Proof = 'movement' | 'summary' | 'doubt';

interface Figures {
  readonly at: number;
  readonly amounts: readonly (bigint | null)[];
  readonly balance: bigint | null;
  readonly isNamedSummary: boolean;
}

/**
 * Judges the lines that are named like totals, by their place among the lines with a date and an amount.
 *
 * A movement changes the balance by its amount. A total adds up the rows above it, and a balance stands still or is the
 * last one with what came since. Before the first and behind the last other row, a line is what its name says.
 */
export function proveSummaries(lines: readonly FullLine[], mapping: Mapping): ReadonlyMap<SourceRecord, Proof> {
  const proofs = new Map<SourceRecord, Proof>();
  const figures = figuresOf(lines, mapping);
  const first = lines.findIndex(({ isNamedSummary }) => !isNamedSummary);
  const last = lines.findLastIndex(({ isNamedSummary }) => !isNamedSummary);
  const inTime = isNewestFirst(figures) ? figures.toReversed() : figures;
  const isSum = sums(figures);
  let before: bigint | null = null;
  for (const line of inTime) {
    let proof: Proof = 'movement';
    if (line.isNamedSummary) {
      const isBetween = line.at > first && line.at < last;
      if (!follows(before, line))
        proof = !isBetween || line.balance === before || isSum.has(line.at) ? 'summary' : 'doubt';
      // Without a balance column all balances are alike: null.
      if (proof === 'summary' && isBetween && line.balance === null && !isSum.has(line.at)) proof = 'doubt';
      proofs.set(lines[line.at]!.record, proof);
    }
    if (proof === 'movement') before = line.balance;
  }
  return proofs;
}

function follows(before: bigint | null, { balance, amounts }: Figures): boolean {
  if (before === null || balance === null || balance === before) return false;
  return amounts.some((amount) => amount !== null && (balance - before === amount || before - balance === amount));
}

function isNewestFirst(figures: readonly Figures[]): boolean {
  let lead = 0;
  for (const [at, row] of figures.slice(1).entries()) {
    const above = figures[at]!;
    lead += Number(follows(row.balance, above)) - Number(follows(above.balance, row));
  }
  return lead > 0;
}

/** The places of lines whose amounts add up two rows or more above them, or add such rows to the last line of their kind. */
function sums(figures: readonly Figures[]): Set<number> {
  const found = new Set<number>();
  let [all, since, count] = [[0n, 0n, 0n], [0n, 0n, 0n], 0];
  let told: readonly (bigint | null)[] = [];
  for (const { at, amounts, isNamedSummary } of figures) {
    if (!isNamedSummary) {
      all = all.map((sum, column) => sum + (amounts[column] ?? 0n));
      since = since.map((sum, column) => sum + (amounts[column] ?? 0n));
      count += 1;
      continue;
    }
    const isSum = amounts.every((amount, column) => {
      const carried = told[column] == null ? null : told[column] + since[column]!;
      return (
        amount === null || amount === carried || (count > 1 && (amount === all[column] || amount === since[column]))
      );
    });
    if (isSum) found.add(at);
    [since, told] = [[0n, 0n, 0n], amounts];
  }
  return found;
}

function figuresOf(lines: readonly FullLine[], { amount, debit, credit, balance }: Mapping): Figures[] {
  const columns = [amount, debit, credit];
  const decimals = new ColumnDecimals();
  const written = (record: SourceRecord, column: number | null) => {
    const read = column === null ? 'empty' : readAmountText(record.cells[column] ?? '');
    return typeof read === 'string' ? null : read;
  };
  for (const { record } of lines) {
    for (const column of [...columns, balance]) {
      if (column !== null) decimals.see(column, written(record, column)?.figure ?? '');
    }
  }
  const minor = (record: SourceRecord, column: number | null) => {
    const read = written(record, column);
    const value = read === null ? null : minorUnits(read.figure, decimals.of(column!), 15);
    return value !== null && read!.negative ? -value : value;
  };
  return lines.map(({ record, isNamedSummary }, at) => ({
    at,
    isNamedSummary,
    amounts: columns.map((column) => minor(record, column)),
    balance: minor(record, balance),
  }));
}
