import { createHash, randomBytes } from 'node:crypto';

/** Digits and letters that are not mistaken for one another (Crockford). */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** A code for a person to enter: 80 random bits, as `7KQ2-M0XA-94ZT-PC3R`. */
export function newProofCode(): string {
  const symbols = [...randomBytes(LENGTH)].map((byte) => SYMBOLS[byte % SYMBOLS.length]);
  return symbols.join('').replace(/.{4}(?!$)/g, '$&-');
}

/** True if a text has the length of a proof code, whatever case, spaces and hyphens it was entered with. */
export function isProofCode(text: string): boolean {
  return symbolsOf(text).length === LENGTH;
}

/** The digest that a code is stored under, whatever case, spaces and hyphens it was entered with. */
export function hashProofCode(code: string): Buffer {
  return createHash('sha256').update(symbolsOf(code).replace(/O/g, '0').replace(/[IL]/g, '1')).digest();
}

function symbolsOf(code: string): string {
  return code
    .slice(0, 100)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
}
