import { foldLetters } from '@app/kernel/pure';
import { foldedRanges, writeRange } from './folded-ranges.js';

/**
 * Folds a pattern in the same way as `fold_text` folds descriptions and notes, so that matching ignores case, accents
 * and the number of spaces: `Café\s{2,}\w+` becomes `cafe \w+`. Folds character classes, too. Escapes and groups keep
 * their meaning: `\S` stays, and `\xE1` (á) becomes `a`. Expects a valid RE2 pattern and scans it without backtracking
 * (decision 0022).
 */
export function foldPattern(pattern: string): string {
  const reader = new PatternReader([...pattern]);
  let folded = '';
  let space = 'none' as keyof typeof SPACE;
  while (!reader.ended) {
    const atom = reader.atom();
    if (atom.space) {
      space = reader.skipRepetition() || space === 'must be' ? 'must be' : 'may be';
      continue;
    }
    folded += SPACE[space] + atom.text;
    space = 'none';
  }
  return folded + SPACE[space];
}

/**
 * Returns the longest literal that every match of a folded pattern certainly contains: `cafe ` for `^cafe [a-z]+
 * roma$`. Does not look into groups. Returns an empty string if there is no such literal or the pattern has
 * alternatives. PostgreSQL uses the literal to skip rows that cannot match.
 */
export function literalIn(folded: string): string {
  const reader = new PatternReader([...folded]);
  const runs = [''];
  let depth = 0;
  while (!reader.ended) {
    const { text } = reader.atom();
    if (text === '|' && depth === 0) return '';
    if (text.startsWith('(') && !isFlags(text)) depth += 1;
    else if (text === ')') depth -= 1;
    const repeated = reader.isRepeated;
    const needed = reader.skipRepetition();
    const letters = depth === 0 && needed ? plainLetters(text) : '';
    if (letters === '') runs.push('');
    else runs.push(repeated ? letters : runs.pop()! + letters, ...(repeated ? [''] : []));
  }
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/**
 * Returns the first flag-only group, such as `(?i)`, before a quantifier; null if no quantifier follows one. RE2 applies such
 * a quantifier to the preceding atom, which authors do not expect and `foldPattern` does not support.
 */
export function repeatedFlags(pattern: string): string | null {
  const reader = new PatternReader([...pattern]);
  while (!reader.ended) {
    const { text } = reader.atom();
    if (isFlags(text) && reader.isRepeated) return text;
  }
  return null;
}

function isFlags(text: string): boolean {
  return text.startsWith('(') && text.endsWith(')');
}

/** Returns the text of a literal atom, or an empty string for any other atom. */
function plainLetters(text: string): string {
  if (/^\\[^A-Za-z0-9]$/.test(text)) return text.slice(1);
  return text.length > 0 && ![...text].some((letter) => SPECIAL.includes(letter)) ? text : '';
}

/** Folded pattern of a run of spaces. The space is optional if every space in the run is optional. */
const SPACE = { none: '', 'may be': ' ?', 'must be': ' ' } as const;

interface Atom {
  readonly text: string;
  readonly space?: boolean;
}

/** A literal character, or a class such as `\d` to copy unchanged. */
type PatternToken = { readonly letter: string } | { readonly verbatim: string };

const SPECIAL = '\\.+*?()|[]{}^$';
const WHITE = /^\p{White_Space}$/u;
const SPACE_ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v', a: '\u0007' };

class PatternReader {
  private at = 0;
  private quoted = false;

  constructor(private readonly letters: readonly string[]) {}

  get ended(): boolean {
    return this.at >= this.letters.length;
  }

  atom(): Atom {
    if (this.quoted) return this.quotedAtom();
    const letter = this.next();
    if (letter === '\\') return this.escapedAtom();
    if (letter === '(') return { text: `(${this.groupOpening()}` };
    if (letter === '[') return { text: this.characterClass() };
    return SPECIAL.includes(letter) ? { text: letter } : letterAtom(letter);
  }

  get isRepeated(): boolean {
    return ['*', '+', '?', '{'].includes(this.letters[this.at] ?? '');
  }

  /** Skips a quantifier such as `*`, `+?` or `{2,5}`, if one follows. Returns false if it allows zero repetitions. */
  skipRepetition(): boolean {
    let needed = true;
    const sign = this.letters[this.at];
    if (sign === '*' || sign === '?' || sign === '+') {
      needed = sign === '+';
      this.at += 1;
    } else {
      const count = this.count();
      if (count === null) return true;
      needed = count > 0;
    }
    if (this.letters[this.at] === '?') this.at += 1;
    return needed;
  }

  /** Skips a quantifier such as `{2,5}` and returns its minimum. Returns null if no such quantifier starts here. */
  private count(): number | null {
    const end = this.letters.indexOf('}', this.at);
    if (this.letters[this.at] !== '{' || end < 0) return null;
    const digits = this.letters.slice(this.at + 1, end).join('');
    if (!/^\d{1,4}(,\d{0,4})?$/.test(digits)) return null;
    this.at = end + 1;
    return Number.parseInt(digits, 10);
  }

  private next(): string {
    const letter = this.letters[this.at]!;
    this.at += 1;
    return letter;
  }

  private quotedAtom(): Atom {
    const letter = this.next();
    if (letter !== '\\' || this.letters[this.at] !== 'E') return letterAtom(letter);
    this.at += 1;
    this.quoted = false;
    return { text: '' };
  }

  private escapedAtom(): Atom {
    if (this.letters[this.at] === 'Q') {
      this.at += 1;
      this.quoted = true;
      return { text: '' };
    }
    const token = this.escape();
    if ('letter' in token) return letterAtom(token.letter);
    return token.verbatim === '\\s' ? { text: ' ', space: true } : { text: token.verbatim };
  }

  private escape(): PatternToken {
    const letter = this.next();
    if (letter === 'x') return { letter: this.hexadecimal() };
    if (letter >= '0' && letter <= '7') return { letter: this.octal(letter) };
    if (letter === 'p' || letter === 'P') return { verbatim: `\\${letter}${this.className()}` };
    if (letter in SPACE_ESCAPES) return { letter: SPACE_ESCAPES[letter]! };
    return /[A-Za-z]/.test(letter) ? { verbatim: `\\${letter}` } : { letter };
  }

  private hexadecimal(): string {
    const braced = this.letters[this.at] === '{';
    const [from, to] = braced ? [this.at + 1, this.letters.indexOf('}', this.at)] : [this.at, this.at + 2];
    this.at = braced ? to + 1 : to;
    return String.fromCodePoint(Number.parseInt(this.letters.slice(from, to).join(''), 16));
  }

  private octal(first: string): string {
    let digits = first;
    while (digits.length < 3 && /^[0-7]$/.test(this.letters[this.at] ?? '')) digits += this.next();
    return String.fromCodePoint(Number.parseInt(digits, 8));
  }

  private className(): string {
    if (this.letters[this.at] !== '{') return this.next();
    return this.upTo('}');
  }

  /** Reads the prefix of a group, such as `?P<name>` or `?i:`. Returns an empty string if the group has no prefix. */
  private groupOpening(): string {
    if (this.letters[this.at] !== '?') return '';
    const named = ['P', '<'].includes(this.letters[this.at + 1] ?? '');
    if (named) return this.upTo('>');
    const end = this.letters.findIndex((letter, at) => at > this.at && (letter === ':' || letter === ')'));
    const opening = this.letters.slice(this.at, end + 1).join('');
    this.at = end + 1;
    return opening;
  }

  private upTo(last: string): string {
    const end = this.letters.indexOf(last, this.at) + 1;
    const text = this.letters.slice(this.at, end).join('');
    this.at = end;
    return text;
  }

  private characterClass(): string {
    const start = this.letters[this.at] === '^' ? `[${this.next()}` : '[';
    const ranges: [number, number][] = [];
    let verbatim = '';
    for (let first = true; first || this.letters[this.at] !== ']'; first = false) {
      const token = this.classMember();
      if ('verbatim' in token) {
        verbatim += token.verbatim;
        continue;
      }
      const low = token.letter.codePointAt(0)!;
      const isRange = this.letters[this.at] === '-' && this.letters[this.at + 1] !== ']';
      if (isRange) this.at += 1;
      const high = isRange ? this.classMember() : token;
      ranges.push([low, 'letter' in high ? high.letter.codePointAt(0)! : low]);
    }
    this.at += 1;
    return `${start}${verbatim}${foldedRanges(ranges).map(writeRange).join('')}]`;
  }

  private classMember(): PatternToken {
    const letter = this.next();
    if (letter === '\\') return this.escape();
    if (letter === '[' && this.letters[this.at] === ':') {
      const end = this.letters.findIndex(
        (letter, at) => at > this.at && letter === ':' && this.letters[at + 1] === ']',
      );
      if (end > 0) {
        const name = this.letters.slice(this.at, end + 2).join('');
        this.at = end + 2;
        return { verbatim: `[${name}` };
      }
    }
    return { letter };
  }
}

/** Folds a letter. Returns an empty atom for an accent, and a group for a letter that folds to several letters. */
function letterAtom(letter: string): Atom {
  if (WHITE.test(letter)) return { text: ' ', space: true };
  const folded = [...foldLetters(letter).normalize('NFC')].map((part) => (SPECIAL.includes(part) ? `\\${part}` : part));
  return { text: folded.length > 1 ? `(?:${folded.join('')})` : folded.join('') };
}
