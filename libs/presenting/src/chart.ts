import type { Day, Money } from '@app/kernel/pure';

/** Title and remarks in es-MX. They are untrusted, because they may contain names that users chose. */
interface Titled {
  readonly title: string;
  readonly remarks?: readonly string[];
  /** Sentences about data that the chart excludes. */
  readonly omissions?: readonly string[];
}

export interface Series {
  readonly name: string;
  readonly amounts: readonly Money[];
}

/** Range of days, both ends included. */
export interface Interval {
  readonly start: Day;
  readonly end: Day;
}

export interface IntervalSeries extends Series {
  /**
   * Intervals of the amounts, if the series is of another period than the chart; null for an amount without an
   * interval.
   */
  readonly intervals?: readonly (Interval | null)[];
}

export interface LineChart extends Titled {
  readonly kind: 'lines';
  readonly dates: readonly Day[];
  readonly panels: readonly { readonly currency: string; readonly lines: readonly Series[] }[];
}

/** Columns for intervals, with an optional line over them. */
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
  /** Share of the total, with four decimals; null if the total is zero. */
  readonly share: string | null;
  readonly previous: Money | null;
}

/**
 * Comparison with another period. `now` and `before` are the names of the two periods; the days and `total` belong to
 * the other period.
 */
export interface ComparedBars extends Interval {
  readonly now: string;
  readonly before: string;
  readonly total: Money;
}

/** Bars of groups, from top to bottom. */
export interface BarChart extends Titled {
  readonly kind: 'bars';
  readonly from: Day;
  readonly to: Day;
  readonly total: Money;
  readonly bars: readonly Bar[];
  readonly compared: ComparedBars | null;
}

export type Chart = LineChart | ColumnChart | BarChart;
