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

describe('a rule', () => {
  it('uses the new name of a tag in its tag conditions and actions only', () => {
    expect(withRenamedTag(RULE, 'viaje', 'Vacaciones')).toEqual({
      conditions: [{ field: 'tag', op: 'one_of', value: ['Vacaciones', 'casa'] }, ...RULE.conditions.slice(1)],
      actions: [RULE.actions[0], { kind: 'add_tag', value: 'Vacaciones' }],
    });
  });

  it('does not change if it does not use the tag', () => {
    expect(withRenamedTag(RULE, 'otro', 'x')).toBeNull();
  });
});
