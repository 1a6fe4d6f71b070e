import { dayAt, dayNumber, weekday } from '@app/kernel/pure';

/** Maximum age in days of the rates to read from the short history. It has 90 days, of which 5 are a safety margin. */
const SHORT_HISTORY_DAYS = 85;

/**
 * Returns the name of the smallest document that covers a range: the latest day, the last 90 days, or all days since
 * 1999.
 */
export function ecbDocument(from: string, to: string, today: string): string {
  if (dayNumber(from) < dayNumber(today) - SHORT_HISTORY_DAYS) return 'eurofxref-hist.xml';
  return to >= today && workdays(from, today) <= 1 ? 'eurofxref-daily.xml' : 'eurofxref-hist-90d.xml';
}

function workdays(from: string, to: string): number {
  let count = 0;
  for (let number = dayNumber(from); number <= dayNumber(to); number += 1) if (weekday(dayAt(number)) <= 5) count += 1;
  return count;
}
