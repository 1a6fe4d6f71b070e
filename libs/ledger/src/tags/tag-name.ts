import type { FieldRule } from '@app/kernel/pure';
import { codePoints, foldText, isStorableText, normaliseText, STORABLE_TEXT, text } from '@app/kernel/pure';

const MAX_TAG_LENGTH = 40;

/** How many tags a transaction has at most. Source: contract section 14. */
export const MAX_TAGS = 20;

/** How many a list may repeat before those that are the same are taken once. */
const MAX_GIVEN_TAGS = 100;

/** The tags of a transaction as a request gives them: they are counted after the same ones are taken once. */
export const TAG_LIST = { most: MAX_GIVEN_TAGS, distinct: distinctTags, mostDistinct: MAX_TAGS };

/** What a reader sees nothing of: fillers, joiners and other default-ignorable characters (Unicode 17, DerivedCoreProperties). */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** What turns the direction of the text around it (UAX #9). */
const TURNS_TEXT = /[\u202a-\u202e\u2066-\u2069]/;

/** A path cannot name them: clients take them for steps to this folder and the one above (RFC 3986 section 5.2.4). */
const STEPS_OF_PATHS = ['.', '..'];

/** A tag as a request gives it: a line of 1 to 40 characters of which something is seen. Source: contract section 14. */
export function tagName(): FieldRule {
  return {
    ...text(1, MAX_TAG_LENGTH),
    code: 'TAG_INVALID',
    detail: `must be text of 1 to ${MAX_TAG_LENGTH} characters on one line, not of accents or invisible characters alone, neither . nor .., without characters that change the direction of text, ${STORABLE_TEXT}`,
    schema: { type: 'string', minLength: 1, maxLength: MAX_TAG_LENGTH, examples: ['vacaciones'] },
    check: isTagName,
  };
}

/** Whether a value is a tag in the form in which it is kept, as `normaliseText` leaves it. */
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
 * The tags of a list without repetitions: of those that differ in case, accents and runs of spaces alone, the first.
 * `distinctTags(['Café', 'CAFE', 'té'])` is `['Café', 'té']`. Source: contract section 14.
 */
export function distinctTags(names: readonly string[]): string[] {
  const byFold = new Map<string, string>();
  for (const name of names) if (!byFold.has(foldText(name))) byFold.set(foldText(name), name);
  return [...byFold.values()];
}
