import { eventType } from '@app/kernel/pure';

/** How many transactions a rule matched, and how many of them it changed. */
interface RunCounts {
  readonly matched: number;
  readonly changed: number;
}

/** What is announced of rules. Source: contract section 16. */
export const ruleEvents = {
  created: eventType('rule.created', 'A rule was made.'),
  updated: eventType('rule.updated', 'Fields of a rule were changed.'),
  deleted: eventType('rule.deleted', 'A rule was deleted; what it did stays.'),
  applied: eventType<RunCounts>('rule.applied', 'A rule was applied to what is there, and changed some of it.'),
  runUndone: eventType<RunCounts>('rule.run_undone', 'What an application of a rule had changed was put back.'),
};
