import { expect, it } from '@jest/globals';
import { announcedUntil } from './wake-days.js';

it('announces overdue occurrences of the last 366 days at most, whatever a restored schedule says', () => {
  expect(announcedUntil(null, '2026-11-26')).toBe('2025-11-25');
  expect(announcedUntil('1900-01-05', '2026-11-26')).toBe('2025-11-25');
  expect(announcedUntil('2026-11-20', '2026-11-26')).toBe('2026-11-20');
});
