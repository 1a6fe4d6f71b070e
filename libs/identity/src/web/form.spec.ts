import { describe, expect, it } from '@jest/globals';
import { namedIn } from './form.js';

describe('an entry that a request names', () => {
  const notices = { changed: 'Cambió' };

  it('is found by its own name', () => {
    expect(namedIn(notices, 'changed')).toBe('Cambió');
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'other', '', undefined, ['changed']])(
    'is undefined for %j',
    (name) => {
      expect(namedIn(notices, name)).toBeUndefined();
    },
  );
});
