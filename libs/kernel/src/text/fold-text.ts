/** Combining accents, U+0300 to U+036F. */
const ACCENTS = /[\u0300-\u036f]/g;
const SPACES = /\p{White_Space}+/gu;

/**
 * Normalizes text for comparison: removes case and accents (ñ becomes n, ς becomes σ, ß becomes ss), reduces runs of
 * white space to one space, and trims the text. `foldText('  CAFÉ Ñandú ')` is `cafe nandu`. Must return the same as
 * the SQL function fold_text; a test compares the two.
 */
export function foldText(text: string): string {
  return trimmed(foldLetters(text).replace(SPACES, ' '));
}

/**
 * Folds letters and keeps spaces. Folds each letter separately, because the lower case of a sigma depends on its
 * neighbors.
 */
export function foldLetters(text: string): string {
  const letters = text.normalize('NFD').replace(ACCENTS, '');
  let folded = '';
  for (const letter of letters) folded += foldCase(letter);
  return folded;
}

/** Folds case through upper case, so that lower-case letters with the same capital, such as σ and ς, become equal. */
function foldCase(letter: string): string {
  return letter === 'ß' || letter === 'ẞ' ? 'ss' : single(single(letter, 'toUpperCase'), 'toLowerCase');
}

/** Changes the case of a letter, unless this would turn it into several letters. */
function single(letter: string, change: 'toUpperCase' | 'toLowerCase'): string {
  const changed = letter[change]();
  return [...changed].length === 1 ? changed : letter;
}

function trimmed(text: string): string {
  const start = text.startsWith(' ') ? 1 : 0;
  return text.slice(start, text.length > 1 && text.endsWith(' ') ? -1 : undefined);
}
