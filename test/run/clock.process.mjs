import { readFileSync } from 'node:fs';
import { Clock } from '../../dist/libs/kernel/src/calendar/clock.service.js';

// The one clock of a program reads what time it is from the file of a test; see test/e2e/support/moving-clock.ts.
Clock.prototype.now = () => new Date(readFileSync(process.env.CENTAVO_TEST_CLOCK, 'utf8'));
