import type { Day } from '@app/kernel/pure';
import { addMonths, firstOfMonth } from '@app/kernel/pure';

/** What a total is over. */
export type Span = 'day' | 'month' | 'year';

/** Totals over spans of one length that begin on or after one day and before another. */
export interface CalendarSpan {
  readonly span: Span;
  readonly from: Day;
  readonly before: Day;
}

/**
 * The totals that make up the days from one up to another: whole years, the whole months beside them, and the days at
 * both ends, in at most 9 ranges. 15 January 2024 up to 10 March 2026 is days, months, the year 2025, months, days.
 * @param longest the longest spans to take
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

/** The first day of a month or year that is not before the day. */
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
