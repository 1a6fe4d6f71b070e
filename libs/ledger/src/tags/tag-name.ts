import type { FieldRule } from '@app/kernel/pure';
import { codePoints, foldText, isStorableText, normaliseText, STORABLE_TEXT, text } from '@app/kernel/pure';

const MAX_TAG_LENGTH = 40;

export const MAX_TAGS = 20;

/** Maximum number of tags in a request, before duplicates are removed. */
const MAX_GIVEN_TAGS = 100;

export const TAG_LIST = { most: MAX_GIVEN_TAGS, distinct: distinctTags, mostDistinct: MAX_TAGS };

/** Fillers, joiners and other default-ignorable characters (Unicode 17, DerivedCoreProperties). */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Characters that change the direction of text (UAX #9). */
const TURNS_TEXT = /[\u202a-\u202e\u2066-\u2069]/;

/** Path segments that clients remove from URLs (RFC 3986 section 5.2.4). */
const STEPS_OF_PATHS = ['.', '..'];

export function tagName(): FieldRule {
  return {
    ...text(1, MAX_TAG_LENGTH),
    code: 'TAG_INVALID',
    detail: `must be one line of 1 to ${MAX_TAG_LENGTH} characters with at least one visible character, not . or .., without characters that change the text direction, ${STORABLE_TEXT}`,
    schema: { type: 'string', minLength: 1, maxLength: MAX_TAG_LENGTH, examples: ['vacaciones'] },
    check: isTagName,
  };
}

/** True if the value is a valid tag that `normaliseText` would not change. */
export function isTagName(value: unknown): value is string {
  if (typeof value !== 'string' || normaliseText(value, MAX_TAG_LENGTH) !== value || !isStorableText(value, 'one')) {
    return false;
  }
  if (TURNS_TEXT.test(value)) return false;
  const length = codePoints(value);
  return length >= 1 && length <= MAX_TAG_LENGTH && isSeen(value) && !STEPS_OF_PATHS.includes(value);
}

function isSeen(name: string): boolean {
  return foldText(name.replaceAll(INVISIBLE, '')).trim() !== '';
}

/**
 * Removes tags that differ from an earlier one only in case, accents or the number of spaces: `['Café', 'CAFE', 'té']`
 * becomes `['Café', 'té']`.
 */
export function distinctTags(names: readonly string[]): string[] {
  const byFold = new Map<string, string>();
  for (const name of names) if (!byFold.has(foldText(name))) byFold.set(foldText(name), name);
  return [...byFold.values()];
}
