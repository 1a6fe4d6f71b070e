import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { codePoints } from '@app/kernel/pure';

export const MIN_LENGTH = 12;
export const MAX_LENGTH = 200;
/**
 * Maximum UTF-16 units of a password before normalization. Longer text cannot compose to 200 code points and is not
 * normalized.
 */
const MAX_RAW_LENGTH = MAX_LENGTH * 8;
const MEMORY_KIB = 19_456;
const PASSES = 2;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);

/** True if the value is text with 12 to 200 code points in NFC. It is not trimmed. */
export function isPassword(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_RAW_LENGTH || !value.isWellFormed()) return false;
  const length = codePoints(value.normalize('NFC'));
  return length >= MIN_LENGTH && length <= MAX_LENGTH;
}

/** Hashes a password with argon2id in PHC format, with the parameters that OWASP recommends (19 MiB, two passes). */
export async function hashPassword(text: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await argon2id(text, salt, MEMORY_KIB, PASSES, 1);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Verifies a password. Without a hash, takes equally long and returns false, so that the response time does not reveal
 * whether an account exists.
 */
export async function verifyPassword(text: string, phc: string | null): Promise<boolean> {
  const known = PHC.exec(phc ?? '');
  const [, memory, passes, parallelism, salt, hash] = known ?? DUMMY_HASH;
  const derived = await argon2id(text, decoded(salt), Number(memory), Number(passes), Number(parallelism));
  const expected = decoded(hash);
  return expected.length === derived.length && timingSafeEqual(expected, derived) && known !== null;
}

/** Hash to check if the account does not exist. Checking it takes equally long, and no password matches it. */
const DUMMY_HASH = [
  '',
  `${MEMORY_KIB}`,
  `${PASSES}`,
  '1',
  unpadded(Buffer.alloc(16)),
  unpadded(Buffer.alloc(HASH_BYTES)),
];

function argon2id(text: string, salt: Buffer, memory: number, passes: number, parallelism: number): Promise<Buffer> {
  // A password that is too long matches no hash, but takes equally long to check.
  const message = text.length > MAX_RAW_LENGTH ? '' : text.normalize('NFC');
  return derive('argon2id', { message, nonce: salt, parallelism, tagLength: HASH_BYTES, memory, passes });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function decoded(text = ''): Buffer {
  return Buffer.from(text, 'base64');
}
