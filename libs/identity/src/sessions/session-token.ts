import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

export function isSessionToken(text: unknown): text is string {
  return typeof text === 'string' && TOKEN.test(text);
}

export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Returns the CSRF token for a session's forms. It is an HMAC keyed with the session cookie and does not reveal the
 * cookie.
 */
export function formToken(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('centavo form').digest('base64url');
}

export function isFormToken(sessionToken: string, token: unknown): boolean {
  if (typeof token !== 'string') return false;
  const [expected, actual] = [Buffer.from(formToken(sessionToken)), Buffer.from(token)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
