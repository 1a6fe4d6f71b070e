import { describe, expect, it } from '@jest/globals';
import { parseEncoding } from './parse-encoding.js';

describe('parseEncoding', () => {
  it.each([
    ['utf8', 'utf-8'],
    ['UTF-8', 'utf-8'],
    ['utf-16', 'utf-16le'],
    ['UTF_16BE', 'utf-16be'],
    ['latin1', 'windows-1252'],
    ['ISO-8859-1', 'windows-1252'],
    ['iso_8859_1', 'windows-1252'],
    ['cp1252', 'windows-1252'],
    ['Windows-1252', 'windows-1252'],
    ['MacRoman', 'macintosh'],
    ['x-mac-roman', 'macintosh'],
    ['IBM850', 'cp850'],
  ])('parses the encoding name %s as %s', (name, encoding) => {
    expect(parseEncoding(name)).toBe(encoding);
  });

  it.each(['', 'utf-7', 'ebcdic', 'constructor', 'shift_jis'])('returns null for the encoding name "%s"', (name) => {
    expect(parseEncoding(name)).toBeNull();
  });
});
