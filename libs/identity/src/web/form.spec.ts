import { describe, expect, it } from '@jest/globals';
import { namedIn } from './form.js';

describe('an entry of a table', () => {
  const notices = { changed: 'Cambió' };

  it('returns the entry with the name in the request', () => {
    expect(namedIn(notices, 'changed')).toBe('Cambió');
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'other', '', undefined, ['changed']])(
    'returns undefined for the unknown name %j',
    (name) => {
      expect(namedIn(notices, name)).toBeUndefined();
    },
  );
});
