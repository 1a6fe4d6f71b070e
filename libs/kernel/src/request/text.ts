// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// eslint-disable-next-line no-control-regex -- as above, with tab, line feed and carriage return let through
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** The form in which text is kept: trimmed and NFC. Lone surrogates are left for the check to find. */
export function normaliseText(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFC').trim() : value;
}

/** Length in code points, the way clients count: an emoji is one. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether text may be stored: well-formed Unicode without control characters; notes may hold tabs and line breaks. */
export function isStorableText(text: string, lines: 'one' | 'many'): boolean {
  return text.isWellFormed() && !(lines === 'one' ? CONTROL : CONTROL_BUT_LINES).test(text);
}
