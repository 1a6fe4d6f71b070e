import { eventType } from '@app/kernel/pure';

interface RunCounts {
  readonly matched: number;
  readonly changed: number;
}

export const ruleEvents = {
  created: eventType('rule.created', 'A rule was created.'),
  updated: eventType('rule.updated', 'Fields of a rule changed.'),
  deleted: eventType('rule.deleted', 'A rule was deleted. Its past changes remain.'),
  applied: eventType<RunCounts>(
    'rule.applied',
    'A rule was applied to existing transactions and changed at least one.',
  ),
  runUndone: eventType<RunCounts>(
    'rule.run_undone',
    'A rule run was undone and at least one transaction was restored.',
  ),
};
