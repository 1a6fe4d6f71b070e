import type { PageLanguage } from './page.js';

/**
 * Returns English if Accept-Language prefers it to Spanish, and otherwise Spanish. Source: RFC 9110, section 12.5.4.
 */
export function acceptedLanguage(header: string | undefined): PageLanguage {
  let [best, quality]: [PageLanguage, number] = ['es-MX', 0];
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    const q = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1);
    const language = /^en\b/.test(range) ? 'en' : /^(es\b|\*)/.test(range) ? 'es-MX' : undefined;
    if (language !== undefined && q > quality) [best, quality] = [language, q];
  }
  return best;
}
