import { describe, expect, it } from '@jest/globals';
import { askedLanguage, languageCookie, languageOf, readCookie } from './language.js';

describe('the language of the pages', () => {
  it.each([
    [undefined, 'es-MX'],
    ['', 'es-MX'],
    ['centavo_lang=en', 'en'],
    ['a=b; centavo_lang=en; c=d', 'en'],
    ['centavo_lang=fr', 'es-MX'],
    ['xcentavo_lang=en', 'es-MX'],
  ])('the Cookie header %j selects the language %s', (cookies, language) => {
    expect(languageOf(cookies)).toBe(language);
  });

  it('a link switches the language and stores it in a cookie', () => {
    expect([askedLanguage('en'), askedLanguage('es'), askedLanguage('xx'), askedLanguage(undefined)]).toEqual([
      'en',
      'es-MX',
      null,
      null,
    ]);
    expect(languageOf(languageCookie('en', true).split(';')[0])).toBe('en');
    expect(languageCookie('en', true)).toContain('; Secure');
  });

  it('reads the first of several cookies with the same name', () => {
    expect(readCookie('a=1=2; b=3', 'a')).toBe('1=2');
    expect(readCookie('a=1; a=2', 'a')).toBe('1');
    expect(readCookie('a', 'b')).toBeUndefined();
  });
});
