import { describe, expect, it } from '@jest/globals';
import { subjectOf } from './subject.js';

describe('the subject of a limit', () => {
  it('subjects with different parts have different hashes, even if the joined parts are equal', () => {
    expect(subjectOf('account', 'ana@example.mx')).toMatch(/^account:[A-Za-z0-9_-]{22}$/);
    expect(subjectOf('account', 'a', 'b')).not.toBe(subjectOf('account', 'ab'));
  });
});
