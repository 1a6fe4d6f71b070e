import { describe, expect, it } from '@jest/globals';
import { namedIn } from './form.js';

describe('an entry that a request names', () => {
  const notices = { changed: 'Cambió' };

  it('returns a table entry by its name', () => {
    expect(namedIn(notices, 'changed')).toBe('Cambió');
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'other', '', undefined, ['changed']])(
    'returns undefined for the name %j',
    (name) => {
      expect(namedIn(notices, name)).toBeUndefined();
    },
  );
});
