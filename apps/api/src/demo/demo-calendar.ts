import type { Day } from '@app/kernel';
import { addDays, dayAt, dayNumber, dayOf, isRealDay } from '@app/kernel';

/** The days of the demo: the twelve months that end today. */
export interface DemoYear {
  readonly first: Day;
  readonly today: Day;
  /** Every day, oldest first. */
  readonly days: readonly Day[];
}

/** The demo's days for a day that is today: from the day after the same date a year before. */
export function yearUpTo(today: Day): DemoYear {
  const [year, month, day] = parts(today);
  const yearBefore = isRealDay(year - 1, month, day) ? dayOf(year - 1, month, day) : dayOf(year - 1, month, day - 1);
  const first = dayNumber(yearBefore) + 1;
  const days = Array.from({ length: dayNumber(today) - first + 1 }, (_, index) => dayAt(first + index));
  return { first: days[0]!, today, days };
}

/** The day of the week, Monday 1 to Sunday 7. */
export function weekday(day: Day): number {
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1;
}

export function isWeekend(day: Day): boolean {
  return weekday(day) > 5;
}

/** The date's number in its month. */
export function dateOf(day: Day): number {
  return parts(day)[2];
}

/** The month's number, January 1. */
export function monthOf(day: Day): number {
  return parts(day)[1];
}

export function isLastOfMonth(day: Day): boolean {
  const [year, month, date] = parts(day);
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

function parts(day: Day): [number, number, number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))];
}
