import { balanceFit, type BalanceLink } from '../balances/balance-chain.js';
import type { ColumnContent } from './column-content.js';
import type { StatementAccount } from './columns-by-heading.js';
import { directionReadings } from '../cells/direction.js';
import type { Mapping } from '../records/mapping.js';
import {
  certainDecimal,
  countVote,
  likelyDecimal,
  minorUnits,
  noVotes,
  readAmountText,
} from '../cells/parse-amount.js';
import type { SourceRecord } from '../records/source-table.js';

type Columns = { -readonly [Key in keyof Mapping]?: Mapping[Key] };

/** No table has more columns of money than this that are worth trying for the balance. */
const TRIED = 6;

/** So many of the rows must follow from the ones before them before a column is believed to be the balance. */
const BALANCE_SHARE = 0.6;

/**
 * Finds by their cells the columns that no heading announced: the date, the description, and how the amounts stand.
 *
 * Which of two money columns is the balance, and which of two sides is the debit, is settled by arithmetic: the
 * balance is the column that the others add up to. Without that proof no balance is found, and the first of two
 * columns that are never filled together is the debit.
 */
export function columnsByContent(
  found: Columns,
  contents: readonly ColumnContent[],
  sample: readonly SourceRecord[],
  account: StatementAccount,
): Columns {
  const columns: Columns = { ...found };
  columns.date ??= free(columns, contents).find(({ dates, filled }) => dates * filled >= 0.5)?.index ?? null;
  const direction = directionColumn(columns, contents, account);
  fillAmounts(columns, contents, sample, { ...account, direction });
  const unsigned = isSet(columns.amount) && !contents[columns.amount]?.hasNegatives;
  columns.direction ??= unsigned ? direction : null;
  columns.description ??=
    wordiest(free(columns, contents)) ?? wordiest(contents.filter(({ index }) => isSpare(columns, index)));
  return columns;
}

function free(columns: Columns, contents: readonly ColumnContent[]): ColumnContent[] {
  const taken = new Set(Object.values(columns));
  return contents.filter(({ index }) => !taken.has(index));
}

/** A reference or the notes may serve as the description too, when a statement has no other words. */
function isSpare(columns: Columns, index: number): boolean {
  return index === columns.reference || index === columns.notes || index === columns.category;
}

function wordiest(contents: readonly ColumnContent[]): number | null {
  const texts = contents.filter(({ words, filled, dates }) => words >= 0.3 && filled >= 0.3 && dates < 0.5);
  const score = ({ letters, filled, values }: ColumnContent) => letters * filled * (values.size > 1 ? 1 : 0.2);
  return texts.sort((a, b) => score(b) - score(a))[0]?.index ?? null;
}

/** The account, and a column that may say the direction of amounts which have no sign of their own. */
interface AmountHints extends StatementAccount {
  readonly direction: number | null;
}

function fillAmounts(
  columns: Columns,
  contents: readonly ColumnContent[],
  sample: readonly SourceRecord[],
  hints: AmountHints,
): void {
  if (isSet(columns.amount) || (isSet(columns.debit) && isSet(columns.credit))) return;
  const money = moneyColumns(free(columns, contents));
  const figures = new SampledFigures(
    sample,
    [...money, columns.debit, columns.credit, columns.balance].filter(isSet),
    hints,
  );
  const oneSide = columns.debit ?? columns.credit ?? null;
  if (oneSide !== null) {
    const other = money.find((column) => figures.exclude(oneSide, column)) ?? null;
    columns.debit ??= other;
    columns.credit ??= other;
    return;
  }
  Object.assign(
    columns,
    provenAmounts(figures, money, columns.balance ?? null, hints) ?? likelyAmounts(figures, money),
  );
}

function isSet(column: number | null | undefined): column is number {
  return column !== null && column !== undefined;
}

/** The columns of money, or of whole numbers when there are none and they are too short for references. */
function moneyColumns(contents: readonly ColumnContent[]): number[] {
  const amounts = contents.filter(({ amounts, dates, filled }) => amounts >= 0.8 && dates < 0.5 && filled > 0);
  const money = amounts.filter(({ money }) => money >= 0.3);
  const whole = amounts.filter(({ values }) => values.size > 1 && [...values.keys()].every((cell) => cell.length <= 8));
  return (money.length > 0 ? money : whole).slice(0, TRIED).map(({ index }) => index);
}

/** The assignment under which the most rows follow from the ones before them, if it is most rows. */
function provenAmounts(
  figures: SampledFigures,
  money: readonly number[],
  balance: number | null,
  { accountKind, direction }: AmountHints,
): Columns | null {
  let best: Columns | null = null;
  let bestFit = Math.max(1, (figures.rows - 1) * BALANCE_SHARE) - 0.5;
  for (const assignment of assignments(figures, money, balance, direction)) {
    const fit = balanceFit(figures.links(assignment), accountKind);
    if (fit > bestFit) [best, bestFit] = [assignment, fit];
  }
  return best;
}

function* assignments(
  figures: SampledFigures,
  money: readonly number[],
  known: number | null,
  direction: number | null,
): Generator<Columns> {
  for (const balance of known === null ? money : [known]) {
    const others = money.filter((column) => column !== balance);
    for (const amount of others) yield { amount, balance };
    if (direction !== null) for (const amount of others) yield { amount, balance, direction };
    for (const debit of others) {
      for (const credit of others)
        if (debit !== credit && figures.exclude(debit, credit)) yield { debit, credit, balance };
    }
  }
}

function likelyAmounts(figures: SampledFigures, money: readonly number[]): Columns {
  const [first, second] = money;
  if (first === undefined) return {};
  if (second !== undefined && figures.exclude(first, second)) return { debit: first, credit: second };
  return { amount: first };
}

/** The money of the sampled rows, in minor units. */
class SampledFigures {
  private readonly byColumn = new Map<number, (bigint | null)[]>();
  private readonly expenses: readonly boolean[];
  readonly rows: number;

  constructor(sample: readonly SourceRecord[], columns: readonly number[], { direction, accountKind }: AmountHints) {
    this.rows = sample.length;
    const sides = direction === null ? [] : sample.map(({ cells }) => cells[direction] ?? '');
    const [reading] = directionReadings(new Map(sides.map((side) => [side, 1])), '', accountKind);
    this.expenses = sides.map((side) => reading?.(side) === 'expense');
    const written = columns.map((column) => sample.map(({ cells }) => readAmountText(cells[column] ?? '')));
    const votes = noVotes();
    for (const amount of written.flat()) if (typeof amount === 'object') countVote(votes, amount.figure);
    const decimal = certainDecimal(votes) ?? likelyDecimal(votes);
    for (const [at, column] of columns.entries()) {
      const figures = written[at]!.map((amount) => {
        if (typeof amount === 'string') return null;
        const minor = minorUnits(amount.figure, decimal, 15);
        return minor !== null && amount.negative ? -minor : minor;
      });
      this.byColumn.set(column, figures);
    }
  }

  /** Whether two columns look like the two sides of a statement: never both, and nearly always one. */
  exclude(one: number, other: number): boolean {
    let single = 0;
    for (let row = 0; row < this.rows; row += 1) {
      const filled = [one, other].filter((column) => this.at(column, row) !== null && this.at(column, row) !== 0n);
      if (filled.length === 2) return false;
      single += filled.length;
    }
    return single >= this.rows * 0.8;
  }

  links(columns: Columns): BalanceLink[] {
    const { balance } = columns;
    return Array.from({ length: this.rows }, (_, row) => {
      return { date: null, change: this.change(columns, row), balance: isSet(balance) ? this.at(balance, row) : null };
    });
  }

  private change({ amount, debit, credit, direction }: Columns, row: number): bigint | null {
    if (!isSet(amount)) return this.magnitude(credit, row) - this.magnitude(debit, row);
    if (!isSet(direction)) return this.at(amount, row);
    return this.expenses[row] ? -this.magnitude(amount, row) : this.magnitude(amount, row);
  }

  private magnitude(column: number | null | undefined, row: number): bigint {
    const figure = isSet(column) ? (this.at(column, row) ?? 0n) : 0n;
    return figure < 0n ? -figure : figure;
  }

  private at(column: number, row: number): bigint | null {
    return this.byColumn.get(column)?.[row] ?? null;
  }
}

/**
 * A column of signs or sides that no heading announced. It must show both, because one alone says nothing; and it is
 * the tersest one, because descriptions may well say `Retiro` and `Depósito` too.
 */
function directionColumn(
  columns: Columns,
  contents: readonly ColumnContent[],
  account: StatementAccount,
): number | null {
  const sides = free(columns, contents).filter(
    ({ filled, values }) =>
      filled >= 0.9 &&
      values.size >= 2 &&
      values.size <= 4 &&
      directionReadings(values, '', account.accountKind).length > 0,
  );
  return sides.sort((a, b) => a.letters - b.letters)[0]?.index ?? null;
}
