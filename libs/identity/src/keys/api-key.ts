import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'svc_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
// eslint-disable-next-line no-restricted-syntax -- made of constants alone
const KEY = new RegExp(`^${PREFIX}([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/**
 * A new API key: `svc_`, 32 random bytes in base62, and six base62 digits of their CRC-32.
 * Source: contract section 3.
 */
export function newApiKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);
  return `${PREFIX}${secret}${checksum(secret)}`;
}

/** Whether a token has the prefix of API keys; any other token is an OAuth access token. */
export function looksLikeApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** Whether the checksum fits: a mistyped key is refused without a query, and secret scanners can recognise keys. */
export function isWellFormedApiKey(token: string): boolean {
  const match = KEY.exec(token);
  return match !== null && checksum(match[1]!) === match[2];
}

/** The digest that the database stores in place of the key. 256 random bits need no slow hash. */
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
