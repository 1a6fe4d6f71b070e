import type { Day } from '@app/kernel/pure';
import { addDays, addMonths, dayAt, dayNumber, dayParts, isRealDay, weekday } from '@app/kernel/pure';

export interface DemoYear {
  readonly first: Day;
  readonly today: Day;
  /** Oldest first. */
  readonly days: readonly Day[];
}

export function yearUpTo(today: Day): DemoYear {
  const first = dayNumber(addMonths(today, -12)) + 1;
  const days = Array.from({ length: dayNumber(today) - first + 1 }, (_, index) => dayAt(first + index));
  return { first: days[0]!, today, days };
}

export function isWeekend(day: Day): boolean {
  return weekday(day) > 5;
}

export function dateOf(day: Day): number {
  return dayParts(day)[2];
}

export function monthOf(day: Day): number {
  return dayParts(day)[1];
}

export function isLastOfMonth(day: Day): boolean {
  const [year, month, date] = dayParts(day);
  return !isRealDay(year, month, date + 1);
}

/** Returns the days of the year with this day of the month, or the last day of shorter months. */
export function monthly({ days }: DemoYear, date: number): Day[] {
  return days.filter((day) => dateOf(day) === date || (isLastOfMonth(day) && dateOf(day) < date));
}

/** Returns the day, or the Friday before it if it is on a weekend. */
export function workdayOnOrBefore(day: Day): Day {
  return addDays(day, -Math.max(0, weekday(day) - 5));
}
