import { Money } from '@app/kernel/pure';
import type { CategoryKind } from '@app/ledger';

/** What counts in one group of a period: 0 is the period of the report, 1 the one that it is compared with. */
export interface Cell {
  readonly period: number;
  readonly type: CategoryKind;
  /** The id, merchant or first day of the group; null for what has none. */
  readonly key: string | null;
  /** In the base currency; positive where the type prevails over its refunds or reversals. */
  readonly amount: Money;
  /** Of how many transactions and parts. */
  readonly count: number;
}

/** What is called by an id. */
export interface Named {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
}

/** What a question is answered with. */
export interface Counted {
  readonly currency: string;
  /** Largest amount first. */
  readonly cells: readonly Cell[];
  /** What all cells add up to, those of other pages too. */
  readonly sums: readonly Omit<Cell, 'key'>[];
  /** What the keys are called, where they are ids. */
  readonly names: readonly Named[];
  /** Transactions in the period of the report that no rate converts into the base currency. */
  readonly unconverted: readonly string[];
  /** What the filters of the question are called; null where there is nothing that they name. */
  readonly narrowed: Narrowed;
}

/** The names of a category, an account and a tag that narrow a question. */
export type Narrowed = Readonly<Partial<Record<'categoryId' | 'accountId' | 'tag', string | null>>>;

type CellJson = [period: number, type: CategoryKind, key: string | null, amount: string, count: number];

/** The one row that the database answers with. Amounts are text, because a JSON number would be a float. */
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
