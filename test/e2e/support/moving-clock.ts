import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtFolder } from '../../../libs/kernel/src/testing.js';

export interface MovingClock {
  readonly env: Readonly<Record<string, string>>;
  /** Sets the clock to noon in Mexico City on a day. */
  moveTo(day: string): void;
  remove(): void;
}

/** Creates a clock that stays at noon on a day until it is moved. The service reads the time from a file. */
export function aMovingClock(day: string): MovingClock {
  const folder = mkdtempSync(join(tmpdir(), 'centavo-clock-'));
  const instant = join(folder, 'now');
  const moveTo = (to: string) => writeFileSync(instant, `${to}T18:00:00.000Z`);
  moveTo(day);
  return {
    env: { CENTAVO_TEST_CLOCK: instant, ...(process.env.CENTAVO_TEST_BUILD !== undefined && preloaded(folder)) },
    moveTo,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns a Node.js option that loads the clock into a build under test. Only the normal build includes it. */
function preloaded(folder: string) {
  const program = join(folder, 'clock.mjs');
  const clock = pathToFileURL(join(builtFolder(), 'libs/kernel/src/calendar/clock.service.js')).href;
  writeFileSync(
    program,
    `import { readFileSync } from 'node:fs';
     import { Clock } from ${JSON.stringify(clock)};
     Clock.prototype.now = () => new Date(readFileSync(process.env.CENTAVO_TEST_CLOCK, 'utf8'));`,
  );
  return { NODE_OPTIONS: `--import=${pathToFileURL(program).href}` };
}
