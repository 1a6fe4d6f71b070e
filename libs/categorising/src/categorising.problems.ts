import { notFound, problem } from '@app/kernel/pure';

export const RuleNotFound = notFound('RULE_NOT_FOUND', 'rule');

export const RuleRunNotFound = problem(
  'RULE_RUN_NOT_FOUND',
  404,
  'The rule has no run with this ID.',
  (id: string) => `The rule has no run ${id}.`,
);

export const RuleLimitReached = problem(
  'RULE_LIMIT_REACHED',
  409,
  'A workspace can have at most 500 rules with 1,000 conditions and 50,000 characters in these, because every rule is checked against every new transaction. Delete or shorten a rule first.',
  (most: string) => `The workspace can have at most ${most}. Delete or shorten a rule first.`,
  ['500 rules'],
);

export const PatternSearchTooLong = problem(
  'PATTERN_SEARCH_TOO_LONG',
  422,
  'The pattern search takes too long. Simplify the patterns, or add conditions that select fewer transactions.',
  () => 'The pattern search takes more than 2 seconds. Simplify the patterns or add conditions.',
);

export const PatternSearchesBusy = problem(
  'PATTERN_SEARCHES_BUSY',
  503,
  'Too many pattern searches of this workspace are waiting. Retry after the number of seconds in `Retry-After`.',
  () => ({
    detail: 'Too many pattern searches of this workspace are waiting. Retry later.',
    headers: { 'Retry-After': '5' },
  }),
);
