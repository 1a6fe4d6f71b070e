import { Injectable } from '@nestjs/common';
import type { Day } from './day.js';
import { mexicanDay } from './mexican-day.js';

const MILLISECONDS_PER_DAY = 86_400_000;

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
    return mexicanDay(this.now());
  }
}
