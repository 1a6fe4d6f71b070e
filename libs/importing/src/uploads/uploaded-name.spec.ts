import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sized } from '../../../../test/e2e/support/long-form.js';
import { uploadedName } from './uploaded-name.js';

describe('uploadedName', () => {
  it.each([
    ['marzo.csv', 'marzo.csv'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Ana\\año 2026.csv', 'año 2026.csv'],
    ['a/b\\c.csv', 'c.csv'],
    ['\u0000ma\nr\u0085zo\u007f.csv', 'marzo.csv'],
    ['man\u0303ana.csv', 'mañana.csv'],
    ['  marzo.csv ', 'marzo.csv'],
    ['', 'statement'],
    ['folder/', 'statement'],
    ['\u0007', 'statement'],
    ['\ud800.csv', '\ufffd.csv'],
  ])('normalizes the file name %j to %j', (name, expected) => {
    expect(uploadedName(name)).toBe(expected);
  });

  it('limits file names to 255 characters without lone surrogates', () => {
    expect(uploadedName('😀'.repeat(300))).toBe('😀'.repeat(255));
  });

  it('removes folders and control characters from any file name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const result = uploadedName(name);
        expect(result).not.toMatch(/[/\\\p{Cc}]/u);
        expect([...result].length).toBeGreaterThan(0);
        expect([...result].length).toBeLessThanOrEqual(255);
        expect(result.isWellFormed()).toBe(true);
      }),
      { numRuns: sized(30, 100) },
    );
  });
});
