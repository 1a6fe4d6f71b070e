/** Maximum number of marks on a letter in stream-safe text. Source: UAX #15, section 13. */
const MAX_MARKS = 30;
const TOO_MANY_MARKS = /\p{M}{31}/u;
const MARKS_BEYOND = /(\p{M}{30})\p{M}+/gu;

/**
 * True if no letter has more than 30 marks. Normalization takes a time that grows with the square of the number of
 * marks.
 */
export function isStreamSafe(text: string): boolean {
  return text.length <= MAX_MARKS || !TOO_MANY_MARKS.test(text);
}

/** Removes the marks on a letter beyond the 30th, so that normalization takes linear time. */
export function streamSafe(text: string): string {
  return isStreamSafe(text) ? text : text.replace(MARKS_BEYOND, '$1');
}
