import { describe, expect, it } from '@jest/globals';
import { isJsonType } from './media-type.js';

describe('a Content-Type', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json ; charset=utf8 ; foo=bar',
    'application/json; foo=bar',
    'application/json; foo="a;b\\"c"; profile=x',
    'application/json;',
    'application/json; ;foo=bar',
  ])('accepts the Content-Type %s as JSON in UTF-8', (type) => {
    expect(isJsonType(type)).toBe(true);
  });

  it.each([
    '',
    'text/plain',
    'application/jsonp',
    'application/json-patch+json',
    'application/problem+json',
    'application/json, text/plain',
    'application/json text/plain',
    'application/json; charset=latin1',
    'application/json; foo=bar; charset="utf-16"',
    'application/json; charset=',
    'application/json; foo',
    'application/json; foo="open',
    `application/json${';'.repeat(100)}${' '.repeat(100)}x`,
    `application/json; a="${'\\'.repeat(100)}`,
    'application/xml; a=application/json',
  ])('rejects the Content-Type %j as JSON in UTF-8', (type) => {
    expect(isJsonType(type)).toBe(false);
  });
});
