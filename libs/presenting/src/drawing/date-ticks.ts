import type { Day } from '@app/kernel/pure';
import { addDays, addMonths, dayNumber, firstOfMonth } from '@app/kernel/pure';
import { monthText, shortDayText } from '../spanish-dates.js';

export interface DateTick {
  readonly day: Day;
  readonly text: string;
}

/**
 * Maximum length of a range that may have ticks on any day. Longer ranges have ticks only on the first days of months.
 */
const MAX_DAYS = 62;
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400];

/** Returns at most `most` labels for days or first days of months. */
export function dateTicks(from: Day, to: Day, most: number): DateTick[] {
  const days = dayNumber(to) - dayNumber(from);
  if (days <= MAX_DAYS) {
    const step = Math.max(1, Math.ceil((days + 1) / most));
    const count = Math.floor(days / step) + 1;
    return Array.from({ length: count }, (_, at) => addDays(from, at * step)).map((day) => ({
      day,
      text: shortDayText(day),
    }));
  }
  for (const step of MONTH_STEPS) {
    const ticks = monthsBetween(from, to, step);
    if (ticks.length <= most) {
      return ticks.map((day) => ({ day, text: step < 12 ? monthText(day) : day.slice(0, 4) }));
    }
  }
  return [];
}

/**
 * Returns the first day of every `step`th month between two days. Counts months from year 0, so that a step of 12
 * always starts in January.
 */
function monthsBetween(from: Day, to: Day, step: number): Day[] {
  const first = firstOfMonth(from);
  const number = Number(first.slice(0, 4)) * 12 + Number(first.slice(5, 7)) - 1;
  const months: Day[] = [];
  for (let ahead = (step - (number % step)) % step; ; ahead += step) {
    const day = addMonths(first, ahead);
    if (day > to) return months;
    if (day >= from) months.push(day);
  }
}
