import { readFileSync } from 'node:fs';
import { Clock } from '../../dist/libs/kernel/src/calendar/clock.service.js';

// Tests write the time to the file in CENTAVO_TEST_CLOCK; see test/e2e/support/moving-clock.ts.
Clock.prototype.now = () => new Date(readFileSync(process.env.CENTAVO_TEST_CLOCK, 'utf8'));
