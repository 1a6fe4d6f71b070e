import type { Day } from '@app/kernel/pure';
import { addMonths, firstOfMonth } from '@app/kernel/pure';

export type Span = 'day' | 'month' | 'year';

/**
 * A range of stored totals for days, months or years: those whose first day is between `from` and `before` (exclusive).
 */
export interface CalendarSpan {
  readonly span: Span;
  readonly from: Day;
  readonly before: Day;
}

/**
 * Splits a range of days into whole years, whole months, and the remaining days at both ends. 15 January 2024 to 10
 * March 2026 is split into days, months, the year 2025, months and days.
 */
export function calendarSpans(from: Day, before: Day, longest: Span = 'year'): CalendarSpan[] {
  const [firstMonth, lastMonth] = [ceiling(from, 'month'), firstOfMonth(before)];
  if (firstMonth >= lastMonth || longest === 'day') return nonEmpty([{ span: 'day', from, before }]);
  const [firstYear, lastYear] = [ceiling(firstMonth, 'year'), firstOfYear(lastMonth)];
  const months: CalendarSpan[] =
    firstYear >= lastYear || longest === 'month'
      ? [{ span: 'month', from: firstMonth, before: lastMonth }]
      : [
          { span: 'month', from: firstMonth, before: firstYear },
          { span: 'year', from: firstYear, before: lastYear },
          { span: 'month', from: lastYear, before: lastMonth },
        ];
  return nonEmpty([{ span: 'day', from, before: firstMonth }, ...months, { span: 'day', from: lastMonth, before }]);
}

function ceiling(day: Day, span: 'month' | 'year'): Day {
  const first = span === 'month' ? firstOfMonth(day) : firstOfYear(day);
  return first === day ? day : addMonths(first, span === 'month' ? 1 : 12);
}

function firstOfYear(day: Day): Day {
  return `${day.slice(0, 4)}-01-01`;
}

function nonEmpty(spans: readonly CalendarSpan[]): CalendarSpan[] {
  return spans.filter(({ from, before }) => from < before);
}
