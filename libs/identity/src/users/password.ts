import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { codePoints } from '@app/kernel/pure';

export const MIN_LENGTH = 12;
export const MAX_LENGTH = 200;
/** UTF-16 units of the longest password that composes to so many code points; nothing longer is normalised. */
const MAX_RAW_LENGTH = MAX_LENGTH * 8;
const MEMORY_KIB = 19_456;
const PASSES = 2;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);

/** Whether a text is as long as a password: 12 to 200 characters of any kind. Nothing is trimmed, spaces count. Length is in code points of its NFC form, as everywhere. */
export function isPassword(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_RAW_LENGTH || !value.isWellFormed()) return false;
  const length = codePoints(value.normalize('NFC'));
  return length >= MIN_LENGTH && length <= MAX_LENGTH;
}

/** The argon2id hash of a password in PHC form, with the parameters that OWASP recommends (19 MiB, two passes). */
export async function hashPassword(text: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await argon2id(text, salt, MEMORY_KIB, PASSES, 1);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Whether a password matches a hash. Without a hash it takes just as long and returns false, so that the response time
 * does not reveal whether an account exists.
 */
export async function verifyPassword(text: string, phc: string | null): Promise<boolean> {
  const known = PHC.exec(phc ?? '');
  const [, memory, passes, parallelism, salt, hash] = known ?? DUMMY_HASH;
  const derived = await argon2id(text, decoded(salt), Number(memory), Number(passes), Number(parallelism));
  const expected = decoded(hash);
  return expected.length === derived.length && timingSafeEqual(expected, derived) && known !== null;
}

/** The parts of a dummy hash for a missing account: the same work, and a digest that no password has. */
const DUMMY_HASH = [
  '',
  `${MEMORY_KIB}`,
  `${PASSES}`,
  '1',
  unpadded(Buffer.alloc(16)),
  unpadded(Buffer.alloc(HASH_BYTES)),
];

function argon2id(text: string, salt: Buffer, memory: number, passes: number, parallelism: number): Promise<Buffer> {
  // A text that is too long is no user's password: checking it takes as long as any other, and it matches nothing.
  const message = text.length > MAX_RAW_LENGTH ? '' : text.normalize('NFC');
  return derive('argon2id', { message, nonce: salt, parallelism, tagLength: HASH_BYTES, memory, passes });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function decoded(text = ''): Buffer {
  return Buffer.from(text, 'base64');
}
