import type { Day } from './day.js';
import { addDays, addMonths, dayNumber, monthsBetween } from './day-number.js';

export interface Step {
  readonly count: number;
  readonly unit: 'day' | 'month';
}

/**
 * Returns the date at an index, counted from 0. Monthly steps from 31 January lead to 28 February and then to 31 March.
 */
export function stepAt(first: Day, { count, unit }: Step, index: number): Day {
  return unit === 'day' ? addDays(first, index * count) : addMonths(first, index * count);
}

/** Returns the index of the latest date on or before a day. Negative if the day is before the first date. */
export function stepOn(first: Day, step: Step, day: Day): number {
  if (step.unit === 'day') return Math.floor((dayNumber(day) - dayNumber(first)) / step.count);
  const guess = Math.floor(monthsBetween(first, day) / step.count);
  return stepAt(first, step, guess) <= day ? guess : guess - 1;
}
