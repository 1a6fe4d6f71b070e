import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'svc_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
// eslint-disable-next-line no-restricted-syntax -- built from constants only
const KEY = new RegExp(`^${PREFIX}([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** Creates an API key: `svc_`, 32 random bytes in base62, and the CRC-32 of this text in six base62 digits. */
export function newApiKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);
  return `${PREFIX}${secret}${checksum(secret)}`;
}

/** True if a token has the prefix of API keys. Other tokens are OAuth access tokens. */
export function looksLikeApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/**
 * True if the checksum of an API key matches. The checksum rejects mistyped keys without a query, and lets secret
 * scanners recognize keys.
 */
export function isWellFormedApiKey(token: string): boolean {
  const match = KEY.exec(token);
  return match !== null && checksum(match[1]!) === match[2];
}

/** Returns the digest that is stored instead of the key. A fast hash is enough for 256 random bits. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function checksum(secret: string): string {
  return base62(BigInt(crc32(secret)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) digits = ALPHABET[Number(rest % 62n)]! + digits;
  return digits;
}
