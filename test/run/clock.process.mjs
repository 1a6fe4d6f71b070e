import { readFileSync } from 'node:fs';
import { Clock } from '../../dist/libs/kernel/src/calendar/clock.service.js';

// A test writes the time to this file; see test/e2e/support/moving-clock.ts.
Clock.prototype.now = () => new Date(readFileSync(process.env.CENTAVO_TEST_CLOCK, 'utf8'));
