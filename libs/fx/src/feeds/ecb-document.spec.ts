import { describe, expect, it } from '@jest/globals';
import { ecbDocument } from './ecb-document.js';

/** A Friday. */
const TODAY = '2026-11-20';

describe('ecbDocument', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 'only today', 'eurofxref-daily.xml'],
    ['2026-11-19', '2026-11-20', 'yesterday and today', 'eurofxref-hist-90d.xml'],
    ['2026-11-19', '2026-11-19', 'only yesterday', 'eurofxref-hist-90d.xml'],
    ['2026-08-27', '2026-11-20', 'the last 85 days', 'eurofxref-hist-90d.xml'],
    ['2026-08-26', '2026-11-20', 'more than 85 days', 'eurofxref-hist.xml'],
    ['1999-01-04', '1999-12-31', 'the last century', 'eurofxref-hist.xml'],
  ])('for the days from %s to %s (%s), selects the document %s', (from, to, _, expected) => {
    expect(ecbDocument(from, to, TODAY)).toBe(expected);
  });

  it('selects the daily document on a Monday for rates since Saturday', () => {
    expect(ecbDocument('2026-11-21', '2026-11-23', '2026-11-23')).toBe('eurofxref-daily.xml');
    expect(ecbDocument('2026-11-20', '2026-11-23', '2026-11-23')).toBe('eurofxref-hist-90d.xml');
  });
});
