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

/** Whether the text is a day as clients may send it: `2026-02-29` is none. Source: contract section 1, "dates". */
export function isDay(text: unknown): text is Day {
  const match = typeof text === 'string' ? DAY_PATTERN.exec(text) : null;
  return match !== null && isRealDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** The day written from its numbers: `dayOf(2026, 3, 7)` is `2026-03-07`. */
export function dayOf(year: number, month: number, day: number): Day {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** A day's place in the count of days from 1970-01-01, which is 0. */
export function dayNumber(day: Day): number {
  const [year, month, date] = partsOf(day);
  // A year is counted from March, so that the leap day comes last.
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = (month + 9) % 12;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + Math.floor((marchMonth * 153 + 2) / 5) + date - 1 - 719_468;
}

/** The day with a place in the count: the inverse of `dayNumber`. */
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

/** The day so many days later, or earlier with a negative number. */
export function addDays(day: Day, days: number): Day {
  return dayAt(dayNumber(day) + days);
}

/** The same date so many months later, or the last of a month that is too short for it: 31 January gives 28 February. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = partsOf(day);
  const count = year * 12 + month - 1 + months;
  const [inYear, inMonth] = [Math.floor(count / 12), (count % 12) + 1];
  return dayOf(inYear, inMonth, Math.min(date, lengthOfMonth(inYear, inMonth)));
}

/** The first day of the day's month. */
export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`;
}

/** How many calendar months lie between two days' months: 31 January to 1 March are two. */
export function monthsBetween(from: Day, to: Day): number {
  const [fromYear, fromMonth] = partsOf(from);
  const [toYear, toMonth] = partsOf(to);
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
}

function lengthOfMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : MONTH_LENGTHS[month - 1]!;
}

function partsOf(day: Day): [year: number, month: number, date: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))];
}
