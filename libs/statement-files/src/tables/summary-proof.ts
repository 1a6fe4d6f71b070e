import { ColumnDecimals } from '../cells/decimal-votes.js';
import { minorUnits, readAmountText } from '../cells/parse-amount.js';
import type { Mapping } from '../records/mapping.js';
import type { SourceRecord } from '../records/source-table.js';

/**
 * Kind of line that its text suggests. `repeat`: the balance column repeats the amount, so the line may be a balance.
 */
export type LineName = 'movement' | 'total' | 'balance' | 'repeat';

export interface FullLine {
  readonly record: SourceRecord;
  readonly named: LineName;
}

export type Proof = 'movement' | 'summary' | 'doubt';

interface Figures {
  readonly at: number;
  /** Signed amount, debit and credit, in this order; null if the column is not mapped or the cell is not an amount. */
  readonly amounts: readonly (bigint | null)[];
  readonly balance: bigint | null;
  readonly named: LineName;
}

/**
 * Proves which lines are transactions and which are summaries. A transaction changes the balance by its amount. A total
 * is the sum of the rows around it.
 */
export function proveSummaries(lines: readonly FullLine[], mapping: Mapping): ReadonlyMap<SourceRecord, Proof> {
  const figures = figuresOf(lines, mapping);
  const inTime = isNewestFirst(figures) ? figures.toReversed() : figures;
  const sums = summedLines(figures);
  const proofs = new Map<SourceRecord, Proof>();
  let before: bigint | null = null;
  for (const [at, line] of inTime.entries()) {
    if (line.named !== 'movement') {
      const next = inTime.slice(at + 1, at + 2).find(({ named }) => named === 'movement');
      const byBalance = proofByBalance(before, line, next);
      const isSum = line.named !== 'repeat' && (sums.has(line.at) || (line.named === 'total' && isBothSided(line)));
      const proof = byBalance ?? (isSum ? 'summary' : 'doubt');
      proofs.set(lines[line.at]!.record, proof);
      if (proof === 'summary') continue;
    }
    before = line.balance ?? (line.named === 'movement' ? null : before);
  }
  return proofs;
}

function proofByBalance(before: bigint | null, line: Figures, next: Figures | undefined): Proof | null {
  if (follows(before, line)) return 'movement';
  if (line.balance !== null) {
    const repeats =
      line.named !== 'repeat' &&
      line.amounts.some((amount) => amount !== null && magnitude(amount) === magnitude(line.balance!));
    return line.balance === before || (before === null && repeats) ? 'summary' : null;
  }
  if (next === undefined || before === null || next.balance === null) return null;
  if (follows(before, next)) return 'summary';
  const moved = [1n, -1n].flatMap((sign) => changesOf(line).map((change) => before + sign * change));
  return moved.some((balance) => follows(balance, next)) ? 'movement' : null;
}

function changesOf({ amounts }: Figures): bigint[] {
  return amounts.filter((amount) => amount !== null && amount !== 0n) as bigint[];
}

function follows(before: bigint | null, line: Figures): boolean {
  const { balance } = line;
  if (before === null || balance === null || balance === before) return false;
  return changesOf(line).some((amount) => magnitude(balance - before) === magnitude(amount));
}

function isBothSided({ amounts: [, debit, credit] }: Figures): boolean {
  return Boolean(debit) && Boolean(credit);
}

function isNewestFirst(figures: readonly Figures[]): boolean {
  let lead = 0;
  for (const [at, row] of figures.slice(1).entries()) {
    const above = figures[at]!;
    lead += Number(follows(row.balance, above)) - Number(follows(above.balance, row));
  }
  return lead > 0;
}

/** Sums by column, sum of income and sum of expenses in the first column, and number of rows. */
type Sums = readonly [columns: readonly bigint[], received: bigint, spent: bigint, rows: bigint];

/**
 * Returns the positions of those lines with the name of a total or balance whose amounts add up. They are the sum of
 * all rows, of at least two rows above or below, of at least two rows since the previous such line or up to the next
 * one, of the previous such line and the rows since, or of all other lines together.
 */
function summedLines(figures: readonly Figures[]): Set<number> {
  const positions = new Set<number>();
  const above: Sums[] = [[[0n, 0n, 0n], 0n, 0n, 0n]];
  for (const { amounts, named } of figures) {
    const [columns, received, spent, rows] = above.at(-1)!;
    const [first] = amounts;
    const plain: Sums = [
      columns.map((sum, column) => sum + (amounts[column] ?? 0n)),
      received + (first && first > 0n ? first : 0n),
      spent + (first && first < 0n ? first : 0n),
      rows + 1n,
    ];
    above.push(named === 'movement' || named === 'repeat' ? plain : above.at(-1)!);
  }
  const named = figures.filter(({ named }) => named === 'total' || named === 'balance');
  const all = above.at(-1)!;
  const whole = figures.reduce((sum, { amounts }) => sum + netOf(amounts), 0n);
  let balance: Figures | undefined;
  for (const [order, line] of named.entries()) {
    const [last, next] = [named[order - 1], named[order + 1]];
    if (last?.named === 'balance') balance = last;
    const since = difference(above[line.at]!, above[last?.at ?? 0]!);
    const below = difference(above[next?.at ?? figures.length]!, above[line.at]!);
    const some = [above[line.at]!, since, below, difference(all, above[line.at]!)].filter(([, , , rows]) => rows > 1n);
    const net = netOf(line.amounts);
    const carries = (from: Figures | undefined) => {
      if (from === undefined) return false;
      const [columns, , , rows] = difference(above[line.at]!, above[from.at]!);
      return rows > 0n && net === netOf(from.amounts) + netOf(columns);
    };
    const isClosing = carries(balance);
    if (isClosing) positions.add(balance!.at);
    // If all other lines add up to the net, including a transaction with the name of a total, the net is half of the
    // whole.
    if (
      isClosing ||
      carries(last) ||
      (net !== 0n && net * 2n === whole) ||
      [all, ...some].some((sums) => addsUp(line, sums))
    )
      positions.add(line.at);
  }
  return positions;
}

function difference([columns, received, spent, rows]: Sums, [less, in_, out, before]: Sums): Sums {
  return [columns.map((sum, column) => sum - less[column]!), received - in_, spent - out, rows - before];
}

function addsUp({ amounts }: Figures, [columns, received, spent]: Sums): boolean {
  const isSumOf = (amount: bigint, sums: readonly bigint[]) => sums.some((sum) => magnitude(sum) === magnitude(amount));
  const net = netOf(amounts);
  if (amounts[0] === null && net !== 0n && isSumOf(net, [netOf(columns)])) return true;
  return amounts.every(
    (amount, column) =>
      amount === null || isSumOf(amount, column === 0 ? [columns[0]!, received, spent] : [columns[column]!]),
  );
}

function netOf([amount, debit, credit]: readonly (bigint | null)[]): bigint {
  return (amount ?? 0n) + magnitude(credit ?? 0n) - magnitude(debit ?? 0n);
}

function magnitude(figure: bigint): bigint {
  return figure < 0n ? -figure : figure;
}

function figuresOf(lines: readonly FullLine[], { amount, debit, credit, balance, direction }: Mapping): Figures[] {
  const columns = [amount, debit, credit, balance];
  const decimals = new ColumnDecimals();
  const written = lines.map(({ record: { cells } }) =>
    columns.map((column) => {
      const read = column === null ? 'empty' : readAmountText(cells[column] ?? '');
      if (typeof read === 'string') return null;
      decimals.see(column!, read.figure);
      return read;
    }),
  );
  const separators = columns.map((column) => decimals.of(column ?? -1));
  const sideOf = ({ record: { cells } }: FullLine) => (direction === null ? '' : (cells[direction] ?? '').trim());
  const firstSide = lines.length === 0 ? '' : sideOf(lines[0]!);
  return lines.map((line, at) => {
    const minor = written[at]!.map((read, order) => {
      const value = read === null ? null : minorUnits(read.figure, separators[order]!, 15);
      // With a direction column, amounts have no sign, so one direction counts as negative.
      const isNegative = read?.negative !== (order === 0 && sideOf(line) !== firstSide);
      return value !== null && isNegative ? -value : value;
    });
    return { at, named: line.named, amounts: minor.slice(0, 3), balance: minor[3]! };
  });
}
