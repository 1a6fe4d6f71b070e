import { describe, expect, it } from '@jest/globals';
import { subjectOf } from './subject.js';

describe('the subject of a limit', () => {
  it('hashes the parts of a rate limit subject without joining neighboring parts', () => {
    expect(subjectOf('account', 'ana@example.mx')).toMatch(/^account:[A-Za-z0-9_-]{22}$/);
    expect(subjectOf('account', 'a', 'b')).not.toBe(subjectOf('account', 'ab'));
  });
});
