import { balanceChain, balanceFit } from '../balances/balance-chain.js';
import type { SourceRecord } from '../records/source-table.js';
import type { ColumnContent } from './column-content.js';
import { isSet, SampledFigures, type AmountColumns, type AmountHints } from './sampled-figures.js';

const TRIED = 7;

/** Minimum share of rows whose balance must be the previous balance plus the amount. */
const BALANCE_SHARE = 0.6;

export interface FoundAmounts {
  readonly columns: AmountColumns;
  readonly isGuessed: boolean;
  /** True if the balance confirms the signs of the amounts and contradicts the direction column. */
  readonly isDirectionDisproved?: boolean;
}

/**
 * Returns the amount columns that agree with a running balance. If there are none, returns the columns with matching
 * headings, or else the most likely columns. If two columns are never filled in the same row, the debit column is the
 * one with negative amounts, or else the one that is filled far more often, or else the first.
 */
export function findAmounts(
  headed: AmountColumns,
  contents: readonly ColumnContent[],
  sample: readonly SourceRecord[],
  hints: AmountHints,
): FoundAmounts {
  const { amount, debit, credit, balance } = headed;
  const isHeaded = isSet(amount) || (isSet(debit) && isSet(credit));
  if (isHeaded && !isSet(balance)) {
    const running = runningBalance(headed, contents, sample, hints);
    return { columns: running === null ? headed : { ...headed, balance: running }, isGuessed: false };
  }
  const named = [amount, debit, credit, balance].filter(isSet);
  const money = moneyColumns(contents);
  const tried = [...new Set([...named, ...money, ...wholeColumns(contents)])].slice(0, TRIED);
  const figures = new SampledFigures(sample, [...new Set([...named, ...money, ...tried])], hints);
  const least = Math.max(1, (figures.rows - 1) * BALANCE_SHARE);
  const fitOf = (columns: AmountColumns) => balanceFit(figures.links(columns), hints.accountKind);
  const owned = { ...headed, direction: headed.direction ?? null };
  if (isHeaded && fitOf(owned) >= least) return { columns: withOwedSign(owned, figures, hints), isGuessed: false };
  // Tries the last columns first, because a balance usually follows the amounts. With only two rows, each column may
  // look like the balance of the other.
  const balances = isSet(balance) ? [balance] : [...new Set([...money.toReversed(), ...tried])];
  const proven = provenAmounts(figures, tried, balances, { ...hints, headed, least, fitOf });
  if (proven !== null) {
    // If there are several columns, two rows may agree by chance.
    const isChance = named.length === 0 && figures.rows === 2 && tried.length > 2 && !isSet(proven.direction);
    const columns = { amount: null, debit: null, credit: null, ...withOwedSign(proven, figures, hints) };
    const { direction } = hints;
    const isDirectionDisproved = isSet(proven.amount) && fitOf({ ...proven, direction }) < fitOf(proven);
    return { columns, isGuessed: isChance, isDirectionDisproved };
  }
  if (isHeaded) return { columns: headed, isGuessed: false };
  const before = amountBesideBalanceBefore(figures, tried, least);
  if (before !== null) return { columns: { amount: before }, isGuessed: false };
  const oneSide = debit ?? credit ?? null;
  if (oneSide !== null) return { columns: withOtherSide(headed, oneSide, money, figures), isGuessed: false };
  const likely = money.length > 0 ? money : wholeColumns(contents);
  const columns = likelyAmounts(figures, likely, tried, contents);
  return { columns, isGuessed: likely.length > 0 && !isPlain(columns, likely, figures, hints) };
}

/** Finds a column whose values change from row to row by the amounts, regardless of its heading. */
function runningBalance(
  headed: AmountColumns,
  contents: readonly ColumnContent[],
  sample: readonly SourceRecord[],
  hints: AmountHints,
): number | null {
  const money = moneyColumns(contents);
  if (money.length === 0 || sample.length < 3) return null;
  const named = [headed.amount, headed.debit, headed.credit].filter(isSet);
  const figures = new SampledFigures(sample, [...new Set([...named, ...money])], hints);
  const fitOf = (balance: number) => balanceFit(figures.links({ ...headed, balance }), hints.accountKind);
  return money.find((balance) => !named.includes(balance) && fitOf(balance) === figures.rows - 1) ?? null;
}

function isPlain(
  { amount }: AmountColumns,
  likely: readonly number[],
  figures: SampledFigures,
  { direction }: AmountHints,
): boolean {
  return isSet(amount) && likely.length === 1 && (direction !== null || figures.shown(amount).negative > 0);
}

export function moneyColumns(contents: readonly ColumnContent[]): number[] {
  return amountColumns(contents)
    .filter(({ money }) => money >= 0.3)
    .slice(0, TRIED)
    .map(({ index }) => index);
}

function wholeColumns(contents: readonly ColumnContent[]): number[] {
  return amountColumns(contents)
    .filter(
      ({ money, values }) =>
        money < 0.3 && values.size > 1 && [...values.keys()].every((cell) => cell.length <= 8 && !/^0\d/.test(cell)),
    )
    .map(({ index }) => index);
}

function amountColumns(contents: readonly ColumnContent[]): ColumnContent[] {
  return contents.filter(({ amounts, dates, filled }) => amounts >= 0.8 && dates < 0.5 && filled > 0);
}

interface Proof extends AmountHints {
  readonly headed: AmountColumns;
  readonly least: number;
  readonly fitOf: (columns: AmountColumns) => number;
}

function provenAmounts(
  figures: SampledFigures,
  money: readonly number[],
  balances: readonly number[],
  { headed, least, fitOf, direction, accountKind }: Proof,
): AmountColumns | null {
  let best: AmountColumns | null = null;
  let bestFit = least - 0.5;
  for (const assignment of assignments(figures, money, balances, direction)) {
    // A liability may show either sign, so a match with the opposite sign proves nothing.
    if (assignment.invertSign && accountKind === 'liability') continue;
    const fit = fitOf(assignment);
    if (fit <= bestFit || (assignment.invertSign && fit < stepsToInvert(figures, assignment))) continue;
    if (fit < stepsAgainst(headed, assignment, figures)) continue;
    const needsDays = assignment.invertSign === true || (isSet(assignment.debit) && figures.hasDays);
    if (needsDays && !figures.runsAsDays(assignment, accountKind)) continue;
    [best, bestFit] = [assignment, fit];
  }
  return best;
}

/**
 * Returns the minimum number of balances that must agree before the signs are inverted. If the file has minus signs,
 * one is not enough, because a card statement may show the amount owed.
 */
function stepsToInvert(figures: SampledFigures, { amount }: AmountColumns): number {
  return isSet(amount) && figures.shown(amount).negative > 0 ? 2 : 1;
}

/** Minimum number of balances that must agree to overrule a heading. */
const SEVERAL = 2;

function stepsAgainst(
  headed: AmountColumns,
  { amount, debit, credit }: AmountColumns,
  figures: SampledFigures,
): number {
  const isTurned = (isSet(debit) && debit === headed.credit) || (isSet(credit) && credit === headed.debit);
  if (isTurned) return SEVERAL;
  if (!isSet(headed.debit) || !isSet(headed.credit) || !isSet(amount)) return 0;
  const dropped = amount === headed.debit ? headed.credit : amount === headed.credit ? headed.debit : null;
  return dropped !== null && figures.shown(dropped).filled > 0 ? Infinity : 0;
}

function* assignments(
  figures: SampledFigures,
  money: readonly number[],
  balances: readonly number[],
  direction: number | null,
): Generator<AmountColumns> {
  for (const balance of balances) {
    const others = money.filter((column) => column !== balance);
    for (const amount of others) yield { amount, balance };
    if (direction !== null) for (const amount of others) yield { amount, balance, direction };
    for (const debit of others) {
      for (const credit of others)
        if (debit !== credit && figures.exclude(debit, credit)) yield { debit, credit, balance };
    }
    for (const amount of others) yield { amount, balance, invertSign: true };
  }
}

/**
 * Inverts the signs for a card whose charges have no minus sign. An amount that increases a positive balance is a
 * charge.
 */
function withOwedSign(columns: AmountColumns, figures: SampledFigures, { accountKind }: AmountHints): AmountColumns {
  const { amount, balance, direction } = columns;
  if (accountKind === 'asset' || !isSet(amount) || !isSet(balance) || isSet(direction)) return columns;
  const { filled, negative } = figures.shown(balance);
  if (filled < 2) return columns;
  if (!figures.runsAsDays(columns, accountKind)) return columns;
  const { sign } = balanceChain(figures.links(columns), accountKind);
  const isOwed = negative < filled / 2;
  return (sign === 1n) === isOwed ? { ...columns, invertSign: true } : columns;
}

/**
 * Finds an amount column for which another column shows the balance before each amount. That other column is not
 * mapped.
 */
function amountBesideBalanceBefore(figures: SampledFigures, money: readonly number[], least: number): number | null {
  for (const balance of money) {
    for (const amount of money) {
      if (amount !== balance && figures.followsBefore(amount, balance) >= Math.max(2, least)) return amount;
    }
  }
  return null;
}

/**
 * Adds the missing column to a single debit or credit column. If no column fits and most amounts of a credit column are
 * negative, maps it as the amount, because it contains both expenses and income.
 */
function withOtherSide(
  headed: AmountColumns,
  oneSide: number,
  money: readonly number[],
  figures: SampledFigures,
): AmountColumns {
  const otherSide = money.find((column) => figures.exclude(oneSide, column)) ?? null;
  const { filled, negative } = figures.shown(oneSide);
  const isSigned = otherSide === null && headed.credit === oneSide && negative > filled / 2;
  if (isSigned) return { ...headed, amount: oneSide, debit: null, credit: null };
  return { ...headed, debit: headed.debit ?? otherSide, credit: headed.credit ?? otherSide };
}

function likelyAmounts(
  figures: SampledFigures,
  money: readonly number[],
  tried: readonly number[],
  contents: readonly ColumnContent[],
): AmountColumns {
  const filled = money.filter((column) => figures.shown(column).filled >= figures.rows * 0.9);
  for (const column of money) {
    const opposite = tried.find((candidate) => candidate !== column && figures.exclude(column, candidate));
    if (opposite !== undefined && filled.length === 0)
      return sides(figures, Math.min(column, opposite), Math.max(column, opposite));
  }
  const [amount] = filled.length > 0 ? filled : money;
  if (amount === undefined) return {};
  return besideEmpty(figures, amount, contents) ?? { amount };
}

const OFTEN = 30;
const FAR_MORE = 3;

function sides(figures: SampledFigures, first: number, second: number): AmountColumns {
  const [left, right] = [figures.shown(first), figures.shown(second)];
  const isSigned = left.negative > 0 || right.negative > 0;
  const isSpentOn = right.filled >= OFTEN && right.filled >= left.filled * FAR_MORE;
  const isSecondDebit = isSigned ? right.negative > left.negative : isSpentOn;
  return isSecondDebit ? { debit: second, credit: first } : { debit: first, credit: second };
}

/**
 * Maps a column of unsigned amounts as debit and the empty column after it as credit. Returns null if the amounts are
 * signed or the column before them is empty, too.
 */
function besideEmpty(
  figures: SampledFigures,
  amount: number,
  contents: readonly ColumnContent[],
): AmountColumns | null {
  if (figures.shown(amount).negative > 0) return null;
  const isEmpty = (index: number) => contents.some((content) => content.index === index && content.filled === 0);
  return isEmpty(amount + 1) && !isEmpty(amount - 1) ? { debit: amount, credit: amount + 1 } : null;
}
