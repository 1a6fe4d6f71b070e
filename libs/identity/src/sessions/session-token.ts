import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new secret for a cookie: 32 random bytes. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether a text has the form of a session token. */
export function isSessionToken(text: unknown): text is string {
  return typeof text === 'string' && TOKEN.test(text);
}

/** The digest that the database stores in place of the token. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * The CSRF token of a session's forms: an HMAC of the cookie, so that only our own pages can know it, and it reveals
 * nothing about the cookie.
 */
export function formToken(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('centavo form').digest('base64url');
}

/** Whether a form carries the CSRF token of its session. */
export function isFormToken(sessionToken: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const [expected, actual] = [Buffer.from(formToken(sessionToken)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
