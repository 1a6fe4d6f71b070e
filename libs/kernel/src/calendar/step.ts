import type { Day } from './day.js';
import { addDays, addMonths, dayNumber, monthsBetween } from './day-number.js';

/** How far one date of a series is from the next. */
export interface Step {
  readonly count: number;
  readonly unit: 'day' | 'month';
}

/**
 * The date so many steps after the first, reckoned from the first and never from the date before it: from 31 January,
 * steps of a month lead to 28 February and 31 March.
 */
export function stepAt(first: Day, { count, unit }: Step, index: number): Day {
  return unit === 'day' ? addDays(first, index * count) : addMonths(first, index * count);
}

/** The index of the last date of the series on or before a day; negative before the first. */
export function stepOn(first: Day, step: Step, day: Day): number {
  if (step.unit === 'day') return Math.floor((dayNumber(day) - dayNumber(first)) / step.count);
  const guess = Math.floor(monthsBetween(first, day) / step.count);
  // In the month of its step, a date may come after the day.
  return stepAt(first, step, guess) <= day ? guess : guess - 1;
}
