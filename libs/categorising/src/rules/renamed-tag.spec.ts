import { describe, expect, it } from '@jest/globals';
import { withRenamedTag } from './renamed-tag.js';

const RULE = {
  conditions: [
    { field: 'tag', op: 'one_of', value: ['VIAJE', 'casa'] },
    { field: 'tag', op: 'is_not', value: 'casa' },
    { field: 'notes', op: 'contains', value: 'viaje' },
    { field: 'category', op: 'is_empty', value: null },
  ],
  actions: [
    { kind: 'append_notes', value: 'viaje' },
    { kind: 'add_tag', value: 'Viaje' },
  ],
} as const;

describe('withRenamedTag', () => {
  it('renames a tag in tag conditions and actions, but not in text conditions', () => {
    expect(withRenamedTag(RULE, 'viaje', 'Vacaciones')).toEqual({
      conditions: [{ field: 'tag', op: 'one_of', value: ['Vacaciones', 'casa'] }, ...RULE.conditions.slice(1)],
      actions: [RULE.actions[0], { kind: 'add_tag', value: 'Vacaciones' }],
    });
  });

  it('returns null if the rule does not use the tag', () => {
    expect(withRenamedTag(RULE, 'otro', 'x')).toBeNull();
  });
});
