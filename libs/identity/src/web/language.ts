/** The languages of the pages; Spanish unless the visitor chose English. */
export type Language = 'es-MX' | 'en';

const COOKIE = 'centavo_lang';

/** The language that a browser's cookies ask for. */
export function languageOf(cookies: string | undefined): Language {
  return readCookie(cookies, COOKIE) === 'en' ? 'en' : 'es-MX';
}

/** The language in the address of the language switch: `?lang=en`. */
export function askedLanguage(value: unknown): Language | null {
  if (value === 'en') return 'en';
  return value === 'es' || value === 'es-MX' ? 'es-MX' : null;
}

/** The cookie that remembers a language for a year. */
export function languageCookie(language: Language, secure: boolean): string {
  return `${COOKIE}=${language}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** The value of a cookie in a Cookie header; the first of several. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
}
