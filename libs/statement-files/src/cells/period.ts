import type { Day } from '@app/kernel/pure';
import { dayOf, isRealDay } from '@app/kernel/pure';
import { dayRead, readDateText, type DateReading } from './parse-date.js';

const DATES =
  /\d{1,2}(?: ?[-/.] ?| de | )(?:\d{1,2}|\p{L}{3,10})\.?(?: ?[-/.,] ?| del? | )\d{4}|\p{L}{3,10}\.? \d{1,2},? {0,2}\d{4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/. ]\p{L}{3,10}\.?[-/. ]\d{2}(?!\d)/gu;
const MONTHS = /(\p{L}{3,10})\.?(?: del? | ?[-/] ?| )((?:19|20)\d\d)(?!\d)/gu;
const READINGS: readonly DateReading[] = (['DMY', 'YMD', 'MDY'] as const).flatMap((order) => [
  { order, yearDigits: 4, month: 'number', compact: false },
  { order, yearDigits: 4, month: 'name', compact: false },
  { order, yearDigits: 2, month: 'name', compact: false },
]);
const MAX_TEXT_LENGTH = 500;

/**
 * Returns the latest day in the texts around a table, such as 2026-01-11 for `del 12/12/2025 al 11/01/2026`. If the
 * texts name only a month, returns its last day.
 */
export function lastDayNamed(texts: Iterable<string>): Day | null {
  let last: Day | null = null;
  for (const text of texts) {
    const excerpt = text.slice(0, MAX_TEXT_LENGTH);
    for (const [date] of excerpt.matchAll(DATES)) last = later(last, dayIn(date));
    if (last === null)
      for (const [, month, year] of excerpt.matchAll(MONTHS)) last = later(last, monthEnd(month!, year!));
  }
  return last;
}

function later(first: Day | null, second: Day | null): Day | null {
  return first === null || (second !== null && second > first) ? second : first;
}

function dayIn(text: string): Day | null {
  const date = readDateText(text);
  if (date === null) return null;
  for (const reading of READINGS) {
    const day = dayRead(date, reading);
    if (day !== null) return day;
  }
  return null;
}

function monthEnd(month: string, year: string): Day | null {
  const first = dayIn(`1 ${month} ${year}`);
  if (first === null) return null;
  const number = Number(first.slice(5, 7));
  const days = [31, 30, 29, 28].find((day) => isRealDay(Number(year), number, day))!;
  return dayOf(Number(year), number, days);
}
