import { notFound, problem } from '@app/kernel/pure';

export const RuleNotFound = notFound('RULE_NOT_FOUND', 'rule');

export const RuleRunNotFound = problem(
  'RULE_RUN_NOT_FOUND',
  404,
  'No run of the rule has the id.',
  (id: string) => `The rule has no run ${id}.`,
);

export const RuleLimitReached = problem(
  'RULE_LIMIT_REACHED',
  409,
  'A workspace holds 500 rules at most, because each of them looks at every new transaction. Delete one first.',
  (most: number) => `There are ${most} rules already.`,
  [500],
);

export const PatternSearchTooLong = problem(
  'PATTERN_SEARCH_TOO_LONG',
  422,
  'The search for the patterns takes too long in the texts that the other conditions select. Simplify the patterns, or add conditions.',
  () => 'The search for the patterns takes more than 2 seconds. Simplify them, or add conditions.',
);

export const PatternSearchesBusy = problem(
  'PATTERN_SEARCHES_BUSY',
  503,
  'Too many pattern searches of this workspace are waiting. Try again after the seconds in Retry-After.',
  () => ({ detail: 'Too many pattern searches of this workspace are waiting.', headers: { 'Retry-After': '5' } }),
);
