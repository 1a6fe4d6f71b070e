import type { Day } from './day.js';

/** The time zone of the country: "today" is the current date there. */
export const TIME_ZONE = 'America/Mexico_City';

const MEXICAN_DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Returns the date in Mexico City at an instant. */
export function mexicanDay(instant: Date | number): Day {
  return MEXICAN_DAY.format(instant);
}
