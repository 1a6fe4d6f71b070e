import type { Interval, Period, Position } from '@app/kernel/pure';
import type { CategoryKind } from '@app/ledger';

export interface PartFilters {
  /** Category with its descendants. */
  readonly categoryId?: string | undefined;
  readonly accountId?: string | undefined;
  /** Merchant, folded by `foldText`. */
  readonly merchant?: string | undefined;
  readonly tag?: string | undefined;
}

export interface Question {
  readonly workspaceId: string;
  readonly types: readonly CategoryKind[];
  readonly period: Period;
  readonly compared: Period | null;
  readonly filters: PartFilters;
}

export type Grouping = 'category' | 'account' | 'merchant' | 'tag' | Interval;

export interface GroupPage {
  readonly limit: number;
  /** Amount in minor units and key of the last group on the previous page. Undefined for the first page. */
  readonly after: Position | undefined;
}

/** True if no filter is set except those in `names`. */
export function narrowedOnlyBy(filters: PartFilters, ...names: readonly (keyof PartFilters)[]): boolean {
  return Object.entries(filters).every(
    ([name, value]) => value === undefined || names.some((allowed) => allowed === name),
  );
}

export function periodsOf({ period, compared }: Question): Period[] {
  return compared === null ? [period] : [period, compared];
}
