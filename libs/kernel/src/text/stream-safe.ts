/** No script needs more marks on a letter; Unicode calls text within this bound stream-safe. Source: UAX #15, section 13. */
const MAX_MARKS = 30;
const TOO_MANY_MARKS = /\p{M}{31}/u;
const MARKS_BEYOND = /(\p{M}{30})\p{M}+/gu;

/** Whether no letter carries more than 30 marks. To normalise more of them takes time that grows with their square. */
export function isStreamSafe(text: string): boolean {
  return text.length <= MAX_MARKS || !TOO_MANY_MARKS.test(text);
}

/** A text without the marks beyond the 30th of a letter, so that it can be normalised in linear time. */
export function streamSafe(text: string): string {
  return isStreamSafe(text) ? text : text.replace(MARKS_BEYOND, '$1');
}
