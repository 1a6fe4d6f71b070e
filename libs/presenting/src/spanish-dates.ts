import type { Day } from '@app/kernel/pure';
import { dayNumber } from '@app/kernel/pure';

// The months that a runtime knows change with its version ("sep", "sept"), and a chart has the same bytes everywhere.
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** `dayText('2026-11-03')` is `3 nov 2026`. */
export function dayText(day: Day): string {
  return `${shortDayText(day)} ${day.slice(0, 4)}`;
}

/** `shortDayText('2026-11-03')` is `3 nov`. */
export function shortDayText(day: Day): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}

/** `monthText('2026-11-03')` is `nov 2026`. */
export function monthText(day: Day): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

/** `rangeText('2026-11-01', '2026-11-23')` is `1 nov 2026 – 23 nov 2026`; one day is said once. */
export function rangeText(from: Day, to: Day): string {
  return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
}

/** An interval as short as can be: a year, a month, or the days it begins and ends with. */
export function intervalText(start: Day, end: Day): string {
  const isWhole = start.endsWith('-01') && dayNumber(end) - dayNumber(start) >= 27;
  if (isWhole && start.slice(0, 7) === end.slice(0, 7)) return monthText(start);
  if (start.slice(5) === '01-01' && end === `${start.slice(0, 4)}-12-31`) return start.slice(0, 4);
  return rangeText(start, end);
}
