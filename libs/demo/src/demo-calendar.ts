import type { Day } from '@app/kernel/pure';
import { addDays, addMonths, dayAt, dayNumber, dayParts, isRealDay, weekday } from '@app/kernel/pure';

/** The days of the demo: the twelve months that end today. */
export interface DemoYear {
  readonly first: Day;
  readonly today: Day;
  /** Every day, oldest first. */
  readonly days: readonly Day[];
}

/** The demo's days for a day that is today: from the day after the same date a year before. */
export function yearUpTo(today: Day): DemoYear {
  const first = dayNumber(addMonths(today, -12)) + 1;
  const days = Array.from({ length: dayNumber(today) - first + 1 }, (_, index) => dayAt(first + index));
  return { first: days[0]!, today, days };
}

export function isWeekend(day: Day): boolean {
  return weekday(day) > 5;
}

/** The date's number in its month. */
export function dateOf(day: Day): number {
  return dayParts(day)[2];
}

/** The month's number, January 1. */
export function monthOf(day: Day): number {
  return dayParts(day)[1];
}

export function isLastOfMonth(day: Day): boolean {
  const [year, month, date] = dayParts(day);
  return !isRealDay(year, month, date + 1);
}

/** The days of the demo with this date; in a month that is too short for it, its last day. */
export function monthly({ days }: DemoYear, date: number): Day[] {
  return days.filter((day) => dateOf(day) === date || (isLastOfMonth(day) && dateOf(day) < date));
}

/** The day itself, or the Friday before a weekend: when an employer pays. */
export function workdayOnOrBefore(day: Day): Day {
  return addDays(day, -Math.max(0, weekday(day) - 5));
}
