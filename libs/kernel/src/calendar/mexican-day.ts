import type { Day } from './day.js';

export const TIME_ZONE = 'America/Mexico_City';

const MEXICAN_DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

export function mexicanDay(instant: Date | number): Day {
  return MEXICAN_DAY.format(instant);
}
