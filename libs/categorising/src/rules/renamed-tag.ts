import { foldText } from '@app/kernel/pure';
import type { Condition } from '../matching/condition.js';
import type { Action } from './action.js';

/** What a rule says, as far as it may name tags. */
interface RuleText {
  readonly conditions: readonly Condition[];
  readonly actions: readonly Action[];
}

/**
 * What a rule says once a tag has another name; null where it does not name the tag.
 * A rule that adds `Viaje` adds `vacaciones` after `viaje` became that.
 */
export function withRenamedTag({ conditions, actions }: RuleText, from: string, to: string): RuleText | null {
  const isIt = (name: string) => foldText(name) === foldText(from);
  const names = [
    ...conditions.filter(({ field }) => field === 'tag').flatMap(({ value }) => value ?? []),
    ...actions.filter(({ kind }) => kind === 'add_tag').map(({ value }) => value),
  ];
  if (!names.some(isIt)) return null;
  const renamed = (name: string) => (isIt(name) ? to : name);
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
