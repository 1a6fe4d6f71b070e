import type { Day } from './day.js';
import { dayOf, lengthOfMonth } from './day.js';

/** Returns the number of days since 1970-01-01. */
export function dayNumber(day: Day): number {
  const [year, month, date] = dayParts(day);
  // Counts years from March, so that the leap day is the last day of its year.
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = (month + 9) % 12;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + Math.floor((marchMonth * 153 + 2) / 5) + date - 1 - 719_468;
}

export function dayAt(number: number): Day {
  const sinceMarch0 = number + 719_468;
  const era = Math.floor(sinceMarch0 / 146_097);
  const inEra = sinceMarch0 - era * 146_097;
  const yearInEra = Math.floor(
    (inEra - Math.floor(inEra / 1460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365,
  );
  const inYear = inEra - (365 * yearInEra + Math.floor(yearInEra / 4) - Math.floor(yearInEra / 100));
  const marchMonth = Math.floor((5 * inYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const date = inYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return dayOf(era * 400 + yearInEra + (month <= 2 ? 1 : 0), month, date);
}

/** Returns the day of the week: Monday is 1, Sunday is 7. */
export function weekday(day: Day): number {
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1;
}

export function dayParts(day: Day): [year: number, month: number, date: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))];
}

export function addDays(day: Day, days: number): Day {
  return dayAt(dayNumber(day) + days);
}

/** Adds months. If the month is too short, returns its last day: 31 January plus one month is 28 February. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = dayParts(day);
  const count = year * 12 + month - 1 + months;
  const [inYear, inMonth] = [Math.floor(count / 12), (count % 12) + 1];
  return dayOf(inYear, inMonth, Math.min(date, lengthOfMonth(inYear, inMonth)));
}

export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`;
}

/**
 * Returns the number of calendar months between two days. Ignores the day of the month: 31 January to 1 March is two.
 */
export function monthsBetween(from: Day, to: Day): number {
  const [fromYear, fromMonth] = dayParts(from);
  const [toYear, toMonth] = dayParts(to);
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
}
