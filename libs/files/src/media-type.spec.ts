import { describe, expect, it } from '@jest/globals';
import { mediaTypeOf } from './media-type.js';

const typeOf = (text: string) => mediaTypeOf(Buffer.from(text, 'latin1'));
const XML = '<?xml version="1.0"?>';

describe('the media type of a file', () => {
  it.each([
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/webp', 'RIFF\x01\x02\x03\x04WEBPVP8 '],
    ['image/heic', '\0\0\0\x18ftypheic'],
    ['image/heic', '\0\0\0\x18ftypheix'],
    ['image/heic', '\0\0\0\x18ftypmif1'],
    ['application/pdf', '%PDF-1.7'],
    ['application/xml', `${XML}<cfdi:Comprobante xmlns:cfdi="x"/>`],
    ['application/xml', `\xef\xbb\xbf${XML}\n<!-- a --><?php x ?>\n<root>`],
    ['application/xml', `${XML}<!DOCTYPE a [<!ENTITY b "]><svg>"> <!-- ]><svg> --> ]><a/>`],
  ])('detects the media type %s from the content %j', (type, text) => {
    expect(typeOf(text)).toBe(type);
  });

  it.each([
    ...['', ' \xff\xd8\xff', '\xff\xd8', 'RIFF\x01\x02\x03\x04WAVE', '\0\0\0\x18ftypisom', '\0\0\0\x18ftypavif'],
    ...['<htmftypheic<script>', 'x%PDF-1.7', 'GIF89a', 'PK\x03\x04', 'MZ', '\x7fELF', '<html>', '<svg/>', '<a/>'],
    ...[`${XML}`, `${XML}<svg/>`, `${XML}<SVG >`, `${XML}<s:svg xmlns:s="x">`, `${XML}<html>`, `${XML}<x:HTML/>`],
    ...[`\n${XML}<a/>`, '<?xmlx version="1.0"?><a/>', `${XML}<!-- <a/>`, `${XML}<!DOCTYPE html><svg/>`, `${XML}text`],
    ...[`${XML}<!DOCTYPE a [<!ENTITY b "<a>">]><svg/>`, `${XML}<!-- <a> --><!-- - --><?a <a> ?><html/>`],
  ])('returns null for content of another type: %j', (text) => {
    expect(typeOf(text)).toBeNull();
  });

  it('accepts XML and rejects SVG in UTF-16 with a byte order mark', () => {
    const little = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(mediaTypeOf(little(`${XML}<a/>`))).toBe('application/xml');
    expect(mediaTypeOf(little(`${XML}<svg/>`))).toBeNull();
    expect(mediaTypeOf(little(`${XML}<svg/>`).swap16())).toBeNull();
    expect(mediaTypeOf(little(`${XML}<a/>`).swap16())).toBe('application/xml');
  });

  it('returns null for long hostile XML documents without a root element', () => {
    const long = (text: string) => text.repeat(64 * 1024).slice(0, 64 * 1024);
    for (const hostile of [
      '<!--',
      '<?a',
      '<!DOCTYPE a [<!--',
      '<!DOCTYPE a ["',
      '<!DOCTYPE a [<?',
      '<!---->',
      '"',
      "['",
    ]) {
      expect(typeOf(`${XML}<!DOCTYPE a ${long(hostile)}`)).toBeNull();
      expect(typeOf(`${XML}${long(hostile)}`)).toBeNull();
    }
  });
});
