import { expect, it } from '@jest/globals';
import { RuleRun } from './rule-run.entity.js';

it('the undo of a rule run counts restored and skipped transactions', () => {
  const run = Object.assign(new RuleRun(), { matched: 6, changed: 5 });
  expect(run.undoing()).toBeNull();
  run.undo(3, new Date('2026-11-25T12:00:00Z'));
  expect(run.undoing()).toEqual({ restored: 3, skipped: 2 });
});
