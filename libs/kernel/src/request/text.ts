import { isStreamSafe } from '../text/stream-safe.js';

// eslint-disable-next-line no-control-regex -- matches control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// eslint-disable-next-line no-control-regex -- matches control characters except tab, line feed and carriage return
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * Maximum number of UTF-16 units that NFC composes to one code point: up to four characters of up to two units each.
 */
const UNITS_PER_CODE_POINT = 8;

/**
 * Trims text and normalizes it to NFC. If the text has too many marks on a letter or more than `most` code points, only
 * trims it, because normalizing would take long and a later check rejects it.
 */
export function normaliseText(value: unknown, most = Number.POSITIVE_INFINITY): unknown {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  if (trimmed.length > most * UNITS_PER_CODE_POINT || !isStreamSafe(trimmed)) return trimmed;
  return trimmed.normalize('NFC').trim();
}

/** Returns the length in code points. Unlike `length`, counts a surrogate pair as one. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

export const STORABLE_TEXT = 'without control characters, and with at most 30 accents or marks on a letter';

/**
 * True if the database can store the text: well-formed Unicode with at most 30 marks per letter and no control
 * characters. Text of several lines may contain tabs and line breaks.
 */
export function isStorableText(text: string, lines: 'one' | 'many'): boolean {
  return text.isWellFormed() && isStreamSafe(text) && !(lines === 'one' ? CONTROL : CONTROL_BUT_LINES).test(text);
}
