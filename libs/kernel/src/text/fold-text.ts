/** Combining diacritics, U+0300 to U+036F. */
const ACCENTS = /[\u0300-\u036f]/g;
const SPACES = /\p{White_Space}+/gu;

/**
 * Returns text for comparison: no case, no accents (ñ is n, ς is σ, ß is ss), single spaces, trimmed. `foldText('  CAFÉ
 * Ñandú ')` is `cafe nandu`. Must match the SQL function fold_text; a test compares the two.
 */
export function foldText(text: string): string {
  return trimmed(foldLetters(text).replace(SPACES, ' '));
}

/**
 * Folds letters and leaves spaces. Each letter is folded separately, because the case of a final sigma would depend on
 * its neighbors.
 */
export function foldLetters(text: string): string {
  const letters = text.normalize('NFD').replace(ACCENTS, '');
  let folded = '';
  for (const letter of letters) folded += foldCase(letter);
  return folded;
}

/** Folds case via uppercase, so that lowercase letters with the same capital are equal, such as σ and ς. */
function foldCase(letter: string): string {
  return letter === 'ß' || letter === 'ẞ' ? 'ss' : single(single(letter, 'toUpperCase'), 'toLowerCase');
}

/** Changes the case of a letter, unless the result has several letters. */
function single(letter: string, change: 'toUpperCase' | 'toLowerCase'): string {
  const changed = letter[change]();
  return [...changed].length === 1 ? changed : letter;
}

function trimmed(text: string): string {
  const start = text.startsWith(' ') ? 1 : 0;
  return text.slice(start, text.length > 1 && text.endsWith(' ') ? -1 : undefined);
}
