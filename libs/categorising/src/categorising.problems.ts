import { problem } from '@app/kernel';

export const RuleNotFound = problem(
  'RULE_NOT_FOUND',
  404,
  'No rule of this workspace has the id.',
  (id: string) => `There is no rule ${id}.`,
);

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
