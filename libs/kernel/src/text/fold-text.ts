/** U+0300 to U+036F: what an accented letter is taken apart into besides the letter. */
const ACCENTS = /[\u0300-\u036f]/g;
const SPACES = /\p{White_Space}+/gu;

/**
 * The form in which texts are compared: without case and accents (ñ counts as n), runs of spaces as one, none at the ends.
 * `foldText('  CAFÉ   Ñandú ')` is `cafe nandu`. The twin of the SQL function fold_text; a test holds the two together.
 */
export function foldText(text: string): string {
  return trimmed(foldLetters(text).replace(SPACES, ' '));
}

/**
 * The same of a piece of text, whose spaces stay as they are. Letters lose their case one by one: what a letter becomes
 * does not depend on those beside it, as it would for a sigma at the end of a word.
 */
export function foldLetters(text: string): string {
  const letters = text.normalize('NFD').replace(ACCENTS, '');
  let folded = '';
  for (const letter of letters) folded += lowerCase(letter);
  return folded;
}

function lowerCase(letter: string): string {
  const lower = letter.toLowerCase();
  // A letter whose lower case takes several has no simple one.
  return [...lower].length === 1 ? lower : letter;
}

function trimmed(text: string): string {
  const start = text.startsWith(' ') ? 1 : 0;
  return text.slice(start, text.length > 1 && text.endsWith(' ') ? -1 : undefined);
}
