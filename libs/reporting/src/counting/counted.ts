import { Money } from '@app/kernel/pure';
import type { CategoryKind } from '@app/ledger';

export interface Cell {
  /** 0 for the report's period, 1 for the compared period. */
  readonly period: number;
  readonly type: CategoryKind;
  /** ID, merchant or first day of the group; null for the group without one. */
  readonly key: string | null;
  /** Amount in the base currency. Negative if refunds or reversals exceed the other amounts. */
  readonly amount: Money;
  readonly count: number;
}

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
}

/** Maximum number of transactions without an exchange rate that a report lists. */
export const MAX_UNCONVERTED = 10_000;

export interface Counted {
  readonly currency: string;
  /** Largest amount first. */
  readonly cells: readonly Cell[];
  /** Sums of all cells, including those on other pages. */
  readonly sums: readonly Omit<Cell, 'key'>[];
  readonly names: readonly Named[];
  /** Latest transactions in the period without an exchange rate, at most MAX_UNCONVERTED. */
  readonly unconverted: readonly string[];
  readonly narrowed: Narrowed;
}

/** Names of the category, account and tag by which the report is filtered; null if a filter matches nothing. */
export type Narrowed = Readonly<Partial<Record<'categoryId' | 'accountId' | 'tag', string | null>>>;

type CellJson = [period: number, type: CategoryKind, key: string | null, amount: string, count: number];

/** Amounts are strings, because JSON numbers are floats. */
export interface CountedRow extends Record<string, unknown> {
  currency: string;
  cells: CellJson[];
  sums: CellJson[];
  names: Named[];
  unconverted: string[];
  narrowed: Narrowed;
}

export function countedOf({ currency, cells, sums, names, unconverted, narrowed }: CountedRow): Counted {
  const cellOf = ([period, type, key, amount, count]: CellJson): Cell => ({
    ...{ period, type, key, amount: Money.ofMinor(BigInt(amount), currency), count },
  });
  return { currency, cells: cells.map(cellOf), sums: sums.map(cellOf), names, unconverted, narrowed };
}
