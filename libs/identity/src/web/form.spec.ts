import { describe, expect, it } from '@jest/globals';
import { namedIn } from './form.js';

describe('namedIn', () => {
  const notices = { changed: 'Cambió' };

  it('returns the entry with the requested name', () => {
    expect(namedIn(notices, 'changed')).toBe('Cambió');
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'other', '', undefined, ['changed']])(
    'returns undefined for %j, which names no entry',
    (name) => {
      expect(namedIn(notices, name)).toBeUndefined();
    },
  );
});
