import { expect, it } from '@jest/globals';
import { acceptedLanguage } from './accepted-language.js';

it.each([
  [undefined, 'es-MX'],
  ['', 'es-MX'],
  ['*', 'es-MX'],
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es-MX'],
  ['fr,en;q=0.5,es;q=0.4', 'en'],
  ['en;q=0', 'es-MX'],
  ['de', 'es-MX'],
  ['english', 'es-MX'],
] as const)('Accept-Language %j selects the language %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
