import type { Day, Money } from '@app/kernel/pure';

/** Texts of a chart in es-MX. Names come from users and may be hostile. */
interface Titled {
  readonly title: string;
  readonly remarks?: readonly string[];
  /** Visible sentences about data that the figures exclude. */
  readonly omissions?: readonly string[];
}

export interface Series {
  readonly name: string;
  readonly amounts: readonly Money[];
}

/** Days from `start` to `end`, both included. */
export interface Interval {
  readonly start: Day;
  readonly end: Day;
}

/** Amounts by interval, or amounts of earlier intervals to compare with. */
export interface IntervalSeries extends Series {
  /** Intervals of the amounts if they differ from the chart's; null at an index without one. */
  readonly intervals?: readonly (Interval | null)[];
}

export interface LineChart extends Titled {
  readonly kind: 'lines';
  readonly dates: readonly Day[];
  readonly panels: readonly { readonly currency: string; readonly lines: readonly Series[] }[];
}

/** Amounts by interval. `line` is drawn over the columns. */
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
  /** Share of the total with four decimals; null if the total is zero. */
  readonly share: string | null;
  readonly previous: Money | null;
}

/** Names, days and total of the compared period. */
export interface ComparedBars extends Interval {
  readonly now: string;
  readonly before: string;
  readonly total: Money;
}

/** Amounts by group, from top to bottom. */
export interface BarChart extends Titled {
  readonly kind: 'bars';
  readonly from: Day;
  readonly to: Day;
  readonly total: Money;
  readonly bars: readonly Bar[];
  readonly compared: ComparedBars | null;
}

export type Chart = LineChart | ColumnChart | BarChart;
