import { Injectable } from '@nestjs/common';
import type { Day } from './day.js';

/** The one place where the country's time zone stands: "today" is the current date there. */
export const TIME_ZONE = 'America/Mexico_City';

const MILLISECONDS_PER_DAY = 86_400_000;

const MEXICAN_DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The only clock of the service. Everything that asks for the time asks here, so that tests can hold it still. */
@Injectable()
export class Clock {
  /** The present instant. */
  now(): Date {
    return new Date();
  }

  /** Whether so many days of 24 hours have gone by since an instant. */
  isPast(since: Date, days: number): boolean {
    return this.now().getTime() - since.getTime() >= days * MILLISECONDS_PER_DAY;
  }

  /** The current date in Mexico. Source: contract section 1, "dates". */
  today(): Day {
    return MEXICAN_DAY.format(this.now());
  }
}
