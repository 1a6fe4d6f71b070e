import { Injectable } from '@nestjs/common';
import type { Day } from './day.js';
import { mexicanDay } from './mexican-day.js';

const MILLISECONDS_PER_DAY = 86_400_000;

/** Source of the current time. All code uses this clock, so that tests can control the time. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** True if the given number of 24-hour days has passed since an instant. */
  isPast(since: Date, days: number): boolean {
    return this.now().getTime() - since.getTime() >= days * MILLISECONDS_PER_DAY;
  }

  /** Returns the current date in Mexico City. */
  today(): Day {
    return mexicanDay(this.now());
  }
}
