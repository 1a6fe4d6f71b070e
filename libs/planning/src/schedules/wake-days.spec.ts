import { expect, it } from '@jest/globals';
import { announcedUntil } from './wake-days.js';

it('reports overdue occurrences only for the last 366 days, even for restored schedules', () => {
  expect(announcedUntil(null, '2026-11-26')).toBe('2025-11-25');
  expect(announcedUntil('1900-01-05', '2026-11-26')).toBe('2025-11-25');
  expect(announcedUntil('2026-11-20', '2026-11-26')).toBe('2026-11-20');
});
