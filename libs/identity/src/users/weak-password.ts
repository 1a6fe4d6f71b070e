import type { FieldRule } from '@app/kernel/pure';
import { COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.js';
import { isPassword, MAX_LENGTH, MIN_LENGTH } from './password.js';

export type PasswordFault = 'length' | 'common' | 'own-name';

const MIN_DIFFERENT = 5;
const MIN_NAME_LENGTH = 4;
/**
 * Minimum number of characters in addition to a guessable part: a name of the user, a common word or a repeated half.
 */
const MIN_REMAINING = 8;
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiop',
  'asdfghjklñ',
];

/**
 * Returns the reason to reject a password, or null if it is acceptable. Source: NIST SP 800-63B-4 section 3.1.1.2 and
 * OWASP ASVS 5.0 requirements 6.2.4 and 6.2.11.
 * @param ownNames names that others may know, such as those in the email address and the workspace
 * @example passwordFault('guadalupe.rios1', ['guadalupe.rios@example.mx']) // 'own-name'
 */
export function passwordFault(text: string, ownNames: readonly string[]): PasswordFault | null {
  if (!isPassword(text)) return 'length';
  const folded = fold(text);
  if (isCommon(folded)) return 'common';
  return isOwnName(folded, ['centavo', ...ownNames]) ? 'own-name' : null;
}

export function password(): FieldRule {
  return {
    code: 'PASSWORD_INVALID',
    detail: `must be a password of ${MIN_LENGTH} to ${MAX_LENGTH} characters and not a common one`,
    schema: { type: 'string', minLength: MIN_LENGTH, maxLength: MAX_LENGTH },
    check: (value) => typeof value === 'string' && passwordFault(value, []) === null,
  };
}

function isCommon(folded: string): boolean {
  if (new Set(folded).size < MIN_DIFFERENT || COMMON_PASSWORDS.has(folded)) return true;
  const half = folded.slice(0, folded.length / 2);
  if (half + half === folded && (half.length < MIN_REMAINING || COMMON_PASSWORDS.has(half))) return true;
  // Users whose common word is rejected tend to add digits and signs around it. Such a password is rejected too.
  const core = folded.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  const padding = folded.length - core.length;
  if (padding < MIN_REMAINING && (COMMON_WORDS.has(core) || isRow(core))) return true;
  return isRow(folded);
}

/** True for four or more neighboring keys, letters of the alphabet or digits, forward or backward. */
function isRow(text: string): boolean {
  const backwards = [...text].toReversed().join('');
  return text.length > 3 && ROWS.some((row) => (row + row).includes(text) || (row + row).includes(backwards));
}

function isOwnName(folded: string, names: readonly string[]): boolean {
  const parts = names.flatMap((name) => [fold(name), ...fold(name).split(/[^\p{L}\p{N}]+/u)]);
  const known = parts.filter((part) => part.length >= MIN_NAME_LENGTH).toSorted((a, b) => b.length - a.length);
  const rest = known.reduce((text, name) => text.replaceAll(name, ''), folded);
  return rest !== folded && rest.length < MIN_REMAINING;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}\s]/gu, '')
    .toLowerCase();
}
