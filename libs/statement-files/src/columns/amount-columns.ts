import { balanceChain, balanceFit } from '../balances/balance-chain.js';
import type { SourceRecord } from '../records/source-table.js';
import type { ColumnContent } from './column-content.js';
import { isSet, SampledFigures, type AmountColumns, type AmountHints } from './sampled-figures.js';

/** No table has more columns of money than this that are worth trying for the balance. */
const TRIED = 7;

/** So many of the rows must follow from the ones before them before a column is believed to be the balance. */
const BALANCE_SHARE = 0.6;

/** Where the amounts stand, and whether a heading or the statement's own balances say so. */
export interface FoundAmounts {
  readonly columns: AmountColumns;
  readonly isGuessed: boolean;
  /** True if the balance follows from the signs of the amounts, and not from the column of directions. */
  readonly isDirectionDisproved?: boolean;
}

/**
 * Settles where the amounts stand, and with which sign. Evidence decides first: the columns and the sign under which the
 * balance adds up. Without that proof the headings are believed, and where they say nothing the likeliest columns are a
 * guess: of two that are never filled together the one with negative amounts, or the one filled far more often, or else
 * the first is the debit.
 * @param headed what the headings say of it
 * @param contents the columns that serve nothing else
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
  // Two rows may add up either way round; a balance stands behind its amounts.
  const balances = isSet(balance) ? [balance] : [...new Set([...money.toReversed(), ...tried])];
  const proven = provenAmounts(figures, tried, balances, { ...hints, headed, least, fitOf });
  if (proven !== null) {
    // Among several columns two rows may add up by chance.
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

/** A column that grows by the amounts from each row to the next: a balance, whatever its heading says. */
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

/** There is nothing to guess where one column alone holds figures, and a minus or a word says which way they go. */
function isPlain(
  { amount }: AmountColumns,
  likely: readonly number[],
  figures: SampledFigures,
  { direction }: AmountHints,
): boolean {
  return isSet(amount) && likely.length === 1 && (direction !== null || figures.shown(amount).negative > 0);
}

/** The columns that hold money, as it is written. */
export function moneyColumns(contents: readonly ColumnContent[]): number[] {
  return amountColumns(contents)
    .filter(({ money }) => money >= 0.3)
    .slice(0, TRIED)
    .map(({ index }) => index);
}

/** Columns of whole numbers that are too short for references. */
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

/** The assignment under which the most rows follow from the ones before them, if it is most rows. */
function provenAmounts(
  figures: SampledFigures,
  money: readonly number[],
  balances: readonly number[],
  { headed, least, fitOf, direction, accountKind }: Proof,
): AmountColumns | null {
  let best: AmountColumns | null = null;
  let bestFit = least - 0.5;
  for (const assignment of assignments(figures, money, balances, direction)) {
    // Of a liability either sign may be shown, so that nothing is proven by the other one.
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
 * How many rows must follow before amounts are turned round. Where the file writes minus signs, one row is no proof against
 * them: it may as well be a card's statement that shows what is owed.
 */
function stepsToInvert(figures: SampledFigures, { amount }: AmountColumns): number {
  return isSet(amount) && figures.shown(amount).negative > 0 ? 2 : 1;
}

/** So many rows must follow before they prove that a heading says the opposite of what it means. */
const SEVERAL = 2;

/** How many rows must follow against what the headings say: an assignment that splits the headed sides is never taken. */
function stepsAgainst(
  headed: AmountColumns,
  { amount, debit, credit }: AmountColumns,
  figures: SampledFigures,
): number {
  const isTurned = (isSet(debit) && debit === headed.credit) || (isSet(credit) && credit === headed.debit);
  if (isTurned) return SEVERAL;
  if (!isSet(headed.debit) || !isSet(headed.credit) || !isSet(amount)) return 0;
  const other = amount === headed.debit ? headed.credit : amount === headed.credit ? headed.debit : null;
  return other !== null && figures.shown(other).filled > 0 ? Infinity : 0;
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
 * On a card a balance that is positive is what is owed. Where it grows with the amounts, those are charges, though they
 * have no minus; where it is negative, and falls with them, likewise.
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

/** An amount column beside one that shows the balance before each row: that is no balance as it is understood here. */
function amountBesideBalanceBefore(figures: SampledFigures, money: readonly number[], least: number): number | null {
  for (const balance of money) {
    for (const amount of money) {
      if (amount !== balance && figures.followsBefore(amount, balance) >= Math.max(2, least)) return amount;
    }
  }
  return null;
}

/** A lone credit column whose amounts are mostly negative holds both sides with their signs. */
function withOtherSide(
  headed: AmountColumns,
  oneSide: number,
  money: readonly number[],
  figures: SampledFigures,
): AmountColumns {
  const other = money.find((column) => figures.exclude(oneSide, column)) ?? null;
  const { filled, negative } = figures.shown(oneSide);
  const isSigned = other === null && headed.credit === oneSide && negative > filled / 2;
  if (isSigned) return { ...headed, amount: oneSide, debit: null, credit: null };
  return { ...headed, debit: headed.debit ?? other, credit: headed.credit ?? other };
}

function likelyAmounts(
  figures: SampledFigures,
  money: readonly number[],
  tried: readonly number[],
  contents: readonly ColumnContent[],
): AmountColumns {
  const filled = money.filter((column) => figures.shown(column).filled >= figures.rows * 0.9);
  for (const one of money) {
    const other = tried.find((column) => column !== one && figures.exclude(one, column));
    if (other !== undefined && filled.length === 0) return sides(figures, Math.min(one, other), Math.max(one, other));
  }
  const [amount] = filled.length > 0 ? filled : money;
  if (amount === undefined) return {};
  return besideEmpty(figures, amount, contents) ?? { amount };
}

/** How often, and how many times as often, one of two sides must be filled to be the one on which people spend. */
const OFTEN = 30;
const FAR_MORE = 3;

function sides(figures: SampledFigures, first: number, second: number): AmountColumns {
  const [one, other] = [figures.shown(first), figures.shown(second)];
  const isSigned = one.negative > 0 || other.negative > 0;
  const isSpentOn = other.filled >= OFTEN && other.filled >= one.filled * FAR_MORE;
  const isSecondDebit = isSigned ? other.negative > one.negative : isSpentOn;
  return isSecondDebit ? { debit: second, credit: first } : { debit: first, credit: second };
}

/** Amounts without sign beside a column that is empty throughout: the two sides of a statement, the debit first. */
function besideEmpty(
  figures: SampledFigures,
  amount: number,
  contents: readonly ColumnContent[],
): AmountColumns | null {
  if (figures.shown(amount).negative > 0) return null;
  const isEmpty = (index: number) => contents.some((content) => content.index === index && content.filled === 0);
  return isEmpty(amount + 1) && !isEmpty(amount - 1) ? { debit: amount, credit: amount + 1 } : null;
}
