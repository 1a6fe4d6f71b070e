import type { Day } from '@app/kernel/pure';
import { balanceChain, type BalanceLink } from '../balances/balance-chain.js';
import { DateColumn } from '../cells/date-column.js';
import { findDateFormat } from '../cells/date-format.js';
import { directionReadings } from '../cells/direction.js';
import { ColumnDecimals } from '../cells/decimal-votes.js';
import { minorUnits, readAmountText, type DecimalSeparator, type WrittenAmount } from '../cells/parse-amount.js';
import type { Mapping } from '../records/mapping.js';
import type { SourceRecord } from '../records/source-table.js';
import type { StatementAccount } from '../records/statement-account.js';

export type AmountColumns = {
  -readonly [Key in 'amount' | 'debit' | 'credit' | 'balance' | 'direction']?: Mapping[Key];
} & { invertSign?: boolean };

export interface AmountHints extends StatementAccount {
  readonly direction: number | null;
  readonly date: number | null;
}

export class SampledFigures {
  private readonly byColumn = new Map<number, (bigint | null)[]>();
  private readonly expenses: readonly boolean[];
  readonly rows: number;
  private readonly days: readonly (Day | null)[];

  constructor(sample: readonly SourceRecord[], columns: readonly number[], hints: AmountHints) {
    const { direction, accountKind, date, accountCurrency } = hints;
    this.rows = sample.length;
    this.days = daysOf(sample.map(({ cells }) => (isSet(date) ? (cells[date] ?? '') : '')));
    const sides = direction === null ? [] : sample.map(({ cells }) => cells[direction] ?? '');
    const [reading] = directionReadings(new Map(sides.map((side) => [side, 1])), '', accountKind);
    this.expenses = sides.map((side) => reading?.(side) === 'expense');
    const written = columns.map((column) => sample.map(({ cells }) => readAmountText(cells[column] ?? '')));
    const decimals = new ColumnDecimals();
    for (const [at, column] of columns.entries()) {
      for (const amount of written[at]!) if (typeof amount === 'object') decimals.see(column, amount.figure);
    }
    const minorOf = (amount: WrittenAmount | 'empty' | 'invalid', decimal: DecimalSeparator) => {
      if (typeof amount === 'string') return null;
      const minor = minorUnits(amount.figure, decimal, 15, accountCurrency === 'INR');
      return minor !== null && (amount.negative || amount.side === 'debit') ? -minor : minor;
    };
    for (const [at, column] of columns.entries()) {
      const decimal = decimals.of(column);
      this.byColumn.set(
        column,
        written[at]!.map((amount) => minorOf(amount, decimal)),
      );
    }
  }

  /** True if no row fills both columns, and at least 80% of the rows fill one of them. */
  exclude(first: number, second: number): boolean {
    let single = 0;
    for (let row = 0; row < this.rows; row += 1) {
      const filled = [first, second].filter((column) => this.isMoved(column, row));
      if (filled.length === 2) return false;
      single += filled.length;
    }
    return single >= this.rows * 0.8;
  }

  shown(column: number): { readonly filled: number; readonly negative: number } {
    const figures = (this.byColumn.get(column) ?? []).filter((figure) => figure !== null && figure !== 0n);
    return { filled: figures.length, negative: figures.filter((figure) => figure! < 0n).length };
  }

  get hasDays(): boolean {
    return new Set(this.days.filter((day) => day !== null)).size > 1;
  }

  /**
   * True if the balances and the dates put the rows in the same order. In the opposite order, a balance before each
   * amount looks like a balance after an amount with the opposite sign. Only the dates tell these cases apart.
   */
  runsAsDays(columns: AmountColumns, kind: StatementAccount['accountKind']): boolean {
    const days = this.days.filter((day) => day !== null);
    const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
    if (first === last) return false;
    const isForward = balanceChain(this.links(columns), kind).order[0] === 0;
    return isForward === first < last;
  }

  links(columns: AmountColumns): BalanceLink[] {
    const { balance } = columns;
    return Array.from({ length: this.rows }, (_, row) => {
      const change = this.change(columns, row);
      const shown = isSet(balance) ? this.at(balance, row) : null;
      return {
        date: this.days[row] ?? null,
        change: columns.invertSign && change !== null ? -change : change,
        balance: shown,
      };
    });
  }

  /** Counts the rows whose balance is the balance before their amount. */
  followsBefore(amount: number, balance: number): number {
    let follows = 0;
    for (let row = 1; row < this.rows; row += 1) {
      const [before, change] = [this.at(balance, row - 1), this.at(amount, row - 1)];
      if (before === null || change === null || change === 0n) continue;
      if (before + change === this.at(balance, row)) follows += 1;
    }
    return follows;
  }

  /**
   * True if `added` is not always zero and `whole` = `part` + `added` in every row with both amounts, or `whole` =
   * `part` - `added` in every such row.
   */
  addsUp(part: number, added: number, whole: number): boolean {
    const seen = { rows: 0, added: 0, plus: 0, minus: 0 };
    for (let row = 0; row < this.rows; row += 1) {
      const [from, by, to] = [this.at(part, row), this.at(added, row) ?? 0n, this.at(whole, row)];
      if (from === null || to === null) continue;
      seen.rows += 1;
      if (by !== 0n) seen.added += 1;
      if (from + by === to) seen.plus += 1;
      if (from - by === to) seen.minus += 1;
    }
    return seen.added > 0 && seen.rows > 1 && Math.max(seen.plus, seen.minus) === seen.rows;
  }

  isBelow(lower: number, upper: number): boolean {
    const pairs = Array.from({ length: this.rows }, (_, row) => [this.at(lower, row) ?? 0n, this.at(upper, row) ?? 0n]);
    return pairs.every(([low, high]) => low! <= high!) && pairs.some(([low, high]) => low! < high!);
  }

  isPartOf(part: number, whole: number): boolean {
    let [both, less] = [0, 0];
    for (let row = 0; row < this.rows; row += 1) {
      const [partAmount, wholeAmount] = [this.magnitude(part, row), this.magnitude(whole, row)];
      if (partAmount > wholeAmount) return false;
      if (partAmount > 0n) both += 1;
      if (partAmount < wholeAmount) less += 1;
    }
    return less > 0 && both >= this.rows * 0.9;
  }

  private change({ amount, debit, credit, direction }: AmountColumns, row: number): bigint | null {
    if (!isSet(amount)) return this.magnitude(credit, row) - this.magnitude(debit, row);
    if (!isSet(direction)) return this.at(amount, row);
    return this.expenses[row] ? -this.magnitude(amount, row) : this.magnitude(amount, row);
  }

  private magnitude(column: number | null | undefined, row: number): bigint {
    const figure = isSet(column) ? (this.at(column, row) ?? 0n) : 0n;
    return figure < 0n ? -figure : figure;
  }

  private isMoved(column: number, row: number): boolean {
    const figure = this.at(column, row);
    return figure !== null && figure !== 0n;
  }

  private at(column: number, row: number): bigint | null {
    return this.byColumn.get(column)?.[row] ?? null;
  }
}

function daysOf(cells: readonly string[]): (Day | null)[] {
  const dates = new DateColumn();
  return cells.map(dates.reader(findDateFormat(dates.counted(cells))?.format ?? null));
}

export function isSet(column: number | null | undefined): column is number {
  return column !== null && column !== undefined;
}
