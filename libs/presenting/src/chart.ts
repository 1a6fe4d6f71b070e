import type { Day, Money } from '@app/kernel/pure';

/** Title and remarks of a chart, in es-MX. They may contain names that users chose, so they are not trusted. */
interface Titled {
  readonly title: string;
  readonly remarks?: readonly string[];
  /** Sentences, shown in the chart, about data that the figures exclude. */
  readonly omissions?: readonly string[];
}

export interface Series {
  readonly name: string;
  readonly amounts: readonly Money[];
}

/** A range of days from `start` to `end`, both included. */
export interface Interval {
  readonly start: Day;
  readonly end: Day;
}

/** Amounts by interval. They may belong to earlier intervals, for comparison. */
export interface IntervalSeries extends Series {
  /** Intervals of the amounts, if they differ from those of the chart. Null at an index that has no interval. */
  readonly intervals?: readonly (Interval | null)[];
}

export interface LineChart extends Titled {
  readonly kind: 'lines';
  readonly dates: readonly Day[];
  readonly panels: readonly { readonly currency: string; readonly lines: readonly Series[] }[];
}

/** Amounts by interval, drawn as columns. `line` is drawn over the columns. */
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
  /** Share of the total with four decimals. Null if the total is zero. */
  readonly share: string | null;
  readonly previous: Money | null;
}

/** Names of the current and the compared period, and days and total of the compared period. */
export interface ComparedBars extends Interval {
  readonly now: string;
  readonly before: string;
  readonly total: Money;
}

/** Amounts by group, drawn as bars from top to bottom. */
export interface BarChart extends Titled {
  readonly kind: 'bars';
  readonly from: Day;
  readonly to: Day;
  readonly total: Money;
  readonly bars: readonly Bar[];
  readonly compared: ComparedBars | null;
}

export type Chart = LineChart | ColumnChart | BarChart;
