import { foldText } from '@app/kernel/pure';
import type { Condition } from '../matching/condition.js';
import type { Action } from './action.js';

interface RuleText {
  readonly conditions: readonly Condition[];
  readonly actions: readonly Action[];
}

/**
 * Returns the rule with a tag renamed, or null if the rule does not use the tag. Ignores the case and accents of the
 * tag.
 */
export function withRenamedTag({ conditions, actions }: RuleText, from: string, to: string): RuleText | null {
  const isTag = (name: string) => foldText(name) === foldText(from);
  const names = [
    ...conditions.filter(({ field }) => field === 'tag').flatMap(({ value }) => value ?? []),
    ...actions.filter(({ kind }) => kind === 'add_tag').map(({ value }) => value),
  ];
  if (!names.some(isTag)) return null;
  const renamed = (name: string) => (isTag(name) ? to : name);
  return {
    conditions: conditions.map((condition) => {
      const { field, value } = condition;
      if (field !== 'tag' || value === null) return condition;
      return { ...condition, value: typeof value === 'string' ? renamed(value) : value.map(renamed) };
    }),
    actions: actions.map((action) =>
      action.kind === 'add_tag' ? { ...action, value: renamed(action.value) } : action,
    ),
  };
}
