/** A calendar day as `YYYY-MM-DD`, both in the API and in the database. Never a JavaScript Date. */
export type Day = string;

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True if the date exists in the Gregorian calendar and its year is from 1900 to 2200. */
export function isRealDay(year: number, month: number, day: number): boolean {
  if (year < 1900 || year > 2200 || month < 1 || month > 12 || day < 1) return false;
  return day <= lengthOfMonth(year, month);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function isDay(text: unknown): text is Day {
  const match = typeof text === 'string' ? DAY_PATTERN.exec(text) : null;
  return match !== null && isRealDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

export function dayOf(year: number, month: number, day: number): Day {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export function lengthOfMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : MONTH_LENGTHS[month - 1]!;
}
