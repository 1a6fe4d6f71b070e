import { describe, expect, it } from '@jest/globals';
import { ecbDocument } from './ecb-document.js';

/** A Friday. */
const TODAY = '2026-11-20';

describe('the document to fetch', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 'today alone', 'eurofxref-daily.xml'],
    ['2026-11-19', '2026-11-20', 'yesterday as well', 'eurofxref-hist-90d.xml'],
    ['2026-11-19', '2026-11-19', 'yesterday alone', 'eurofxref-hist-90d.xml'],
    ['2026-08-27', '2026-11-20', 'eighty-five days', 'eurofxref-hist-90d.xml'],
    ['2026-08-26', '2026-11-20', 'more than that', 'eurofxref-hist.xml'],
    ['1999-01-04', '1999-12-31', 'another century', 'eurofxref-hist.xml'],
  ])('for %s to %s, %s, is %s', (from, to, _, expected) => {
    expect(ecbDocument(from, to, TODAY)).toBe(expected);
  });

  it('on a Monday is the daily one for rates since Saturday', () => {
    expect(ecbDocument('2026-11-21', '2026-11-23', '2026-11-23')).toBe('eurofxref-daily.xml');
    expect(ecbDocument('2026-11-20', '2026-11-23', '2026-11-23')).toBe('eurofxref-hist-90d.xml');
  });
});
