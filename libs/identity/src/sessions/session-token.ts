import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new secret for a cookie: 32 random bytes. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether a cookie can hold such a secret at all. */
export function isSessionToken(text: unknown): text is string {
  return typeof text === 'string' && TOKEN.test(text);
}

/** All that is kept of it. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * What every form of a session carries: only a page of ours can know it, because nobody else can read the cookie that it
 * is made from, and it gives nothing away of that.
 */
export function formToken(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('centavo form').digest('base64url');
}

/** Whether a form came with the token of its session. */
export function isFormToken(sessionToken: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const [expected, actual] = [Buffer.from(formToken(sessionToken)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
