/** U+0300 to U+036F: what an accented letter is taken apart into besides the letter. */
const ACCENTS = /[\u0300-\u036f]/g;
const SPACES = /\p{White_Space}+/gu;

/**
 * The form in which texts are compared: without case and accents (ñ is n, ς is σ, ß is ss), runs of spaces as one, none at the
 * ends. `foldText('  CAFÉ   Ñandú ')` is `cafe nandu`. The twin of the SQL function fold_text; a test holds the two together.
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
  for (const letter of letters) folded += foldCase(letter);
  return folded;
}

/** By way of the capital, so that small letters that share one are equal, such as σ and ς. */
function foldCase(letter: string): string {
  return letter === 'ß' || letter === 'ẞ' ? 'ss' : single(single(letter, 'toUpperCase'), 'toLowerCase');
}

/** A letter that takes several in the other case has no simple one, and stays. */
function single(letter: string, change: 'toUpperCase' | 'toLowerCase'): string {
  const changed = letter[change]();
  return [...changed].length === 1 ? changed : letter;
}

function trimmed(text: string): string {
  const start = text.startsWith(' ') ? 1 : 0;
  return text.slice(start, text.length > 1 && text.endsWith(' ') ? -1 : undefined);
}
