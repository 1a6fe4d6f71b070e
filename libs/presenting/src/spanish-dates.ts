import type { Day } from '@app/kernel/pure';
import { dayNumber } from '@app/kernel/pure';

// The month names of Intl depend on the runtime ("sep", "sept"), but a chart must always have the same bytes.
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** Formats 2026-11-03 as `3 nov 2026`. */
export function dayText(day: Day): string {
  return `${shortDayText(day)} ${day.slice(0, 4)}`;
}

/** Formats 2026-11-03 as `3 nov`. */
export function shortDayText(day: Day): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}

/** Formats 2026-11-03 as `nov 2026`. */
export function monthText(day: Day): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

/** Formats a range as `1 nov 2026 – 23 nov 2026`, or a single day as `1 nov 2026`. */
export function rangeText(from: Day, to: Day): string {
  return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
}

/** Returns the shortest text for an interval: the year, the month, or the first and last days. */
export function intervalText(start: Day, end: Day): string {
  const isWhole = start.endsWith('-01') && dayNumber(end) - dayNumber(start) >= 27;
  if (isWhole && start.slice(0, 7) === end.slice(0, 7)) return monthText(start);
  if (start.slice(5) === '01-01' && end === `${start.slice(0, 4)}-12-31`) return start.slice(0, 4);
  return rangeText(start, end);
}
