import { createHash, randomBytes } from 'node:crypto';

/** Digits and letters that are not easily confused (Crockford's base32). */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** Creates a code of 80 random bits, such as `7KQ2-M0XA-94ZT-PC3R`. */
export function newProofCode(): string {
  const symbols = [...randomBytes(LENGTH)].map((byte) => SYMBOLS[byte % SYMBOLS.length]);
  return symbols.join('').replace(/.{4}(?!$)/g, '$&-');
}

export function isProofCode(text: string): boolean {
  return symbolsOf(text).length === LENGTH;
}

/**
 * Returns the digest under which a code is stored. Ignores case, spaces and hyphens, and reads O as 0 and I and L as 1.
 */
export function hashProofCode(code: string): Buffer {
  return createHash('sha256').update(symbolsOf(code).replace(/O/g, '0').replace(/[IL]/g, '1')).digest();
}

function symbolsOf(code: string): string {
  return code
    .slice(0, 100)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
}
