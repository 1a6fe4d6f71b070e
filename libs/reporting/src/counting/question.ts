import type { Interval, Period, Position } from '@app/kernel/pure';
import type { CategoryKind } from '@app/ledger';

/** What narrows a report, one part at a time. */
export interface PartFilters {
  /** With everything below it. */
  readonly categoryId?: string | undefined;
  readonly accountId?: string | undefined;
  /** As it is folded. */
  readonly merchant?: string | undefined;
  readonly tag?: string | undefined;
}

/** What is added up: what counts as these types, in a period and in the one that it is compared with. */
export interface Question {
  readonly workspaceId: string;
  readonly types: readonly CategoryKind[];
  readonly period: Period;
  readonly compared: Period | null;
  readonly filters: PartFilters;
}

/** What amounts are added up by. */
export type Grouping = 'category' | 'account' | 'merchant' | 'tag' | Interval;

/** A page of groups: how many, after the amount in minor units and the key of which one. */
export interface GroupPage {
  readonly limit: number;
  readonly after: Position | undefined;
}

/** Whether nothing but these filters narrows a question. */
export function narrowedOnlyBy(filters: PartFilters, ...names: readonly (keyof PartFilters)[]): boolean {
  return Object.entries(filters).every(([name, value]) => value === undefined || names.some((one) => one === name));
}

/** The periods of a question, the compared one second. */
export function periodsOf({ period, compared }: Question): Period[] {
  return compared === null ? [period] : [period, compared];
}
