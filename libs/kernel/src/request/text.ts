import { isStreamSafe } from '../text/stream-safe.js';

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// eslint-disable-next-line no-control-regex -- as above, with tab, line feed and carriage return let through
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Characters may compose to a quarter of their number, and each takes up to two units of UTF-16. */
const UNITS_PER_CODE_POINT = 8;

/**
 * The form in which text is kept: trimmed and NFC. Lone surrogates are left for the check to find, and so is text that
 * would take long to normalise and is refused anyway: letters with too many marks, and more than `most` code points.
 */
export function normaliseText(value: unknown, most = Number.POSITIVE_INFINITY): unknown {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  if (trimmed.length > most * UNITS_PER_CODE_POINT || !isStreamSafe(trimmed)) return trimmed;
  return trimmed.normalize('NFC').trim();
}

/** Length in code points, the way clients count: an emoji is one. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** What makes text storable besides its length and its lines, for the details of refusals. */
export const STORABLE_TEXT = 'without control characters, and with at most 30 accents or marks on a letter';

/**
 * Whether text may be stored: well-formed Unicode without control characters and with at most 30 marks on a letter; notes may
 * hold tabs and line breaks.
 */
export function isStorableText(text: string, lines: 'one' | 'many'): boolean {
  return text.isWellFormed() && isStreamSafe(text) && !(lines === 'one' ? CONTROL : CONTROL_BUT_LINES).test(text);
}
