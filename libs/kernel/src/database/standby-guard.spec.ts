import { expect, it } from '@jest/globals';
import { StandbyGuard } from './standby-guard.js';

it('rejects a standby only after a primary was used', () => {
  const guard = new StandbyGuard();
  expect([true, undefined, false, true, undefined, false].map((isStandby) => guard.rejects(isStandby))).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
  ]);
});
