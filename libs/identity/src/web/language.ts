/** Language of the pages. Spanish unless the visitor chose English. */
export type Language = 'es-MX' | 'en';

const COOKIE = 'centavo_lang';

export function languageOf(cookies: string | undefined): Language {
  return readCookie(cookies, COOKIE) === 'en' ? 'en' : 'es-MX';
}

/** Returns the language that a link such as `?lang=en` requests; null for any other value. */
export function askedLanguage(value: unknown): Language | null {
  if (value === 'en') return 'en';
  return value === 'es' || value === 'es-MX' ? 'es-MX' : null;
}

export function languageCookie(language: Language, secure: boolean): string {
  return `${COOKIE}=${language}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
}
