import type { Day } from './day.js';
import { dayOf } from './day.js';
import { addDays, dayParts, weekday } from './day-number.js';

const THURSDAY_BEFORE_EASTER = -3;
const FRIDAY_BEFORE_EASTER = -2;

/**
 * First year in which the presidency changes on 1 October. It changes every six years, and that day is a bank holiday.
 */
const FIRST_OCTOBER_HANDOVER = 2024;
const YEARS_OF_PRESIDENCY = 6;

const holidays = new Map<number, ReadonlySet<Day>>();

export function isBankingDay(day: Day): boolean {
  return weekday(day) <= 5 && !holidaysOf(dayParts(day)[0]).has(day);
}

/** Returns the day itself if banks are open, and otherwise the last banking day before it. */
export function bankingDayBefore(day: Day): Day {
  return isBankingDay(day) ? day : bankingDayBefore(addDays(day, -1));
}

/** Returns the day itself if banks are open, and otherwise the next banking day. */
export function bankingDayAfter(day: Day): Day {
  return isBankingDay(day) ? day : bankingDayAfter(addDays(day, 1));
}

/** Returns the bank holidays of a year in order, including those on weekends. */
export function bankHolidays(year: number): Day[] {
  const easter = easterSunday(year);
  const handover = year >= FIRST_OCTOBER_HANDOVER && (year - FIRST_OCTOBER_HANDOVER) % YEARS_OF_PRESIDENCY === 0;
  return [
    dayOf(year, 1, 1),
    mondayOf(year, 2, 1),
    mondayOf(year, 3, 3),
    addDays(easter, THURSDAY_BEFORE_EASTER),
    addDays(easter, FRIDAY_BEFORE_EASTER),
    dayOf(year, 5, 1),
    dayOf(year, 9, 16),
    ...(handover ? [dayOf(year, 10, 1)] : []),
    dayOf(year, 11, 2),
    mondayOf(year, 11, 3),
    dayOf(year, 12, 12),
    dayOf(year, 12, 25),
  ].toSorted();
}

/**
 * Returns Easter Sunday of the Gregorian calendar: `easterSunday(2026)` is `2026-04-05`. Source: Meeus, Astronomical
 * Algorithms, chapter 8.
 */
export function easterSunday(year: number): Day {
  const inCycle = year % 19;
  const [century, inCentury] = [Math.floor(year / 100), year % 100];
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * inCycle + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const lateMoon = Math.floor((inCycle + 11 * epact + 22 * toSunday) / 451);
  const sinceMarch = epact + toSunday - 7 * lateMoon + 114;
  return dayOf(year, Math.floor(sinceMarch / 31), (sinceMarch % 31) + 1);
}

function holidaysOf(year: number): ReadonlySet<Day> {
  const known = holidays.get(year) ?? new Set(bankHolidays(year));
  holidays.set(year, known);
  return known;
}

function mondayOf(year: number, month: number, which: number): Day {
  const first = dayOf(year, month, 1);
  return addDays(first, ((8 - weekday(first)) % 7) + (which - 1) * 7);
}
