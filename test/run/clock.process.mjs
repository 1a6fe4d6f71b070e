import { readFileSync } from 'node:fs';
import { Clock } from '../../dist/libs/kernel/src/calendar/clock.service.js';

// The clock reads the time from a file that a test writes; see test/e2e/support/moving-clock.ts.
Clock.prototype.now = () => new Date(readFileSync(process.env.CENTAVO_TEST_CLOCK, 'utf8'));
