/** A calendar day as it stands on the wire and in the database: `YYYY-MM-DD`. Never a JS Date. */
export type Day = string;

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the three numbers name a day of the Gregorian calendar in the years 1900 to 2200. */
export function isRealDay(year: number, month: number, day: number): boolean {
  if (year < 1900 || year > 2200 || month < 1 || month > 12 || day < 1) return false;
  return day <= lengthOfMonth(year, month);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Whether the text is a day as clients may send it: `2026-02-29` is not. Source: contract section 1, "dates". */
export function isDay(text: unknown): text is Day {
  const match = typeof text === 'string' ? DAY_PATTERN.exec(text) : null;
  return match !== null && isRealDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** The day written from its numbers: `dayOf(2026, 3, 7)` is `2026-03-07`. */
export function dayOf(year: number, month: number, day: number): Day {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** How many days a month has. */
export function lengthOfMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : MONTH_LENGTHS[month - 1]!;
}
