import { isFeeHeading, isInstalmentHeading } from '../tables/heading-kinds.js';
import type { Mapping } from '../records/mapping.js';
import type { SourceRecord } from '../records/source-table.js';
import { amountRank } from './columns-by-heading.js';
import { moneyColumns } from './amount-columns.js';
import type { ColumnContent } from './column-content.js';
import { isSet, SampledFigures, type AmountHints } from './sampled-figures.js';

export interface BetterAmount {
  readonly amount: number;
  readonly isProven: boolean;
  /** True if fees reduce positive amounts. Such amounts are income, even if a type column says otherwise. */
  readonly isReceived?: boolean;
}

/**
 * Returns a better amount column for a file without balances: a net amount that a fee column proves, or else the
 * monthly payment of installment purchases, or else a full column of amounts if the debit column contains fees. Returns
 * null if no column is better.
 */
export function betterAmount(
  { amount, debit, credit, balance }: Mapping,
  headings: readonly string[],
  contents: readonly ColumnContent[],
  sample: readonly SourceRecord[],
  hints: AmountHints,
): BetterAmount | null {
  const taken = amount ?? (credit === null ? debit : null);
  if (balance !== null || taken === null) return null;
  const isMoney = new Set(moneyColumns(contents));
  const money = contents.filter(({ index }) => isMoney.has(index));
  if (money.length < 2) return null;
  const all = money.map(({ index }) => index);
  const figures = new SampledFigures(sample, all, hints);
  const headingOf = (column: number) => headings[column] ?? '';
  for (const fee of all.filter((column) => isFeeHeading(headingOf(column)))) {
    const net = netBeside(fee, all, figures, (column) => amountRank(headingOf(column), hints.accountCurrency));
    if (net !== null && (net.includes(taken) || taken === fee))
      return { amount: net[0], isProven: true, isReceived: figures.isBelow(net[0], net[1]) };
  }
  const monthly = all.find((column) => column !== taken && isInstalmentHeading(headingOf(column)));
  if (isSet(monthly) && figures.isPartOf(monthly, taken)) return { amount: monthly, isProven: false };
  if (taken !== debit || !isFeeHeading(headingOf(debit))) return null;
  const rival = money.find(({ index, filled }) => index !== debit && filled >= 0.9);
  return rival === undefined ? null : { amount: rival.index, isProven: false };
}

function netBeside(
  fee: number,
  money: readonly number[],
  figures: SampledFigures,
  rankOf: (column: number) => number,
): readonly [net: number, gross: number] | null {
  const others = money.filter((column) => column !== fee);
  for (const first of others) {
    for (const second of others) {
      // The net amount is in the second column, unless the headings contradict this.
      if (first >= second || !figures.addsUp(first, fee, second)) continue;
      return rankOf(first) > rankOf(second) ? [first, second] : [second, first];
    }
  }
  return null;
}

export function isLoneDebit(
  { amount, debit, credit, balance }: Mapping,
  contents: readonly ColumnContent[],
  isOther: (column: number) => boolean,
): boolean {
  if (debit === null || [amount, credit, balance].some((column) => column !== null)) return false;
  const money = new Set(moneyColumns(contents));
  return contents.some(({ index, filled }) => money.has(index) && index !== debit && filled >= 0.9 && isOther(index));
}
