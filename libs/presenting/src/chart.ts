import type { Day, Money } from '@app/kernel/pure';

/**
 * What a chart says, in es-MX. Names are as people entered them, and may be hostile.
 */
interface Titled {
  readonly title: string;
  /** Sentences about what the figures alone do not tell, for the description. */
  readonly remarks?: readonly string[];
  /** Sentences about what is not among the figures, which everybody sees. */
  readonly omissions?: readonly string[];
}

/** Amounts of one name in the order of what they stand at. */
export interface Series {
  readonly name: string;
  readonly amounts: readonly Money[];
}

/** Days one after the other, the first and the last of them included. */
export interface Interval {
  readonly start: Day;
  readonly end: Day;
}

/** Amounts of the intervals of a chart, or of earlier ones that stand in their places. */
export interface IntervalSeries extends Series {
  /** The intervals that the amounts are of, where these are not the chart's own; null in a place without one. */
  readonly intervals?: readonly (Interval | null)[];
}

/** Amounts over time, each currency with an axis of its own. */
export interface LineChart extends Titled {
  readonly kind: 'lines';
  readonly dates: readonly Day[];
  readonly panels: readonly { readonly currency: string; readonly lines: readonly Series[] }[];
}

/** Amounts of intervals; `line` is drawn over the columns. */
export interface ColumnChart extends Titled {
  readonly kind: 'columns';
  readonly currency: string;
  readonly intervals: readonly Interval[];
  readonly columns: readonly IntervalSeries[];
  readonly line?: Series;
}

export interface Bar {
  readonly name: string;
  readonly amount: Money;
  /** Of the total, four decimals; null where the total is zero. */
  readonly share: string | null;
  /** What it was in the period that it is compared with. */
  readonly previous: Money | null;
}

/** The period that bars are compared with: what both are called, its days, and its total. */
export interface ComparedBars extends Interval {
  readonly now: string;
  readonly before: string;
  readonly total: Money;
}

/** Amounts of groups, as they are to be drawn from top to bottom. */
export interface BarChart extends Titled {
  readonly kind: 'bars';
  readonly from: Day;
  readonly to: Day;
  readonly total: Money;
  readonly bars: readonly Bar[];
  /** What the bars are compared with; null without a comparison. */
  readonly compared: ComparedBars | null;
}

export type Chart = LineChart | ColumnChart | BarChart;
