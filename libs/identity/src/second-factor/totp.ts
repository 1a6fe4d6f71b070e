import { createHmac, randomBytes } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;

/** Creates a secret of 160 bits in base32, the encoding that authenticator apps expect. */
export function newTotpSecret(): string {
  let [bits, secret] = ['', ''];
  for (const byte of randomBytes(SECRET_BYTES)) bits += byte.toString(2).padStart(8, '0');
  for (let at = 0; at < bits.length; at += 5) secret += BASE32[Number.parseInt(bits.slice(at, at + 5), 2)]!;
  return secret;
}

/**
 * Returns the code of a 30-second step. Source: RFC 6238 with SHA-1, RFC 4226 section 5.3.
 * @example totpCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 1) // '287082'
 */
export function totpCode(secret: string, step: number): string {
  const bits = [...secret].map((symbol) => BASE32.indexOf(symbol).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/**
 * Returns the 30-second step of a code. Accepts one step before and after the current one, because clocks differ.
 * Returns null if the code is wrong.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const running = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  return [running, running - 1, running + 1].find((step) => totpCode(secret, step) === code) ?? null;
}

/** Returns the URI that authenticator apps scan as a QR code. Source: Key URI Format of Google Authenticator. */
export function totpAddress(secret: string, email: string): string {
  return `otpauth://totp/${encodeURIComponent(`Centavo:${email}`)}?secret=${secret}&issuer=Centavo`;
}
