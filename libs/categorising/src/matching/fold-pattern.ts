import { foldLetters } from '@app/kernel/pure';
import { foldedRanges, writeRange } from './folded-ranges.js';

/**
 * A pattern in the form in which texts are compared, so that it finds in folded text what it would find in any spelling:
 * letters lose case and accents, also within classes, and what stands for spaces stands for the single space that a run of
 * them became: `Café\s{2,}\w+` is `cafe \w+`. Escapes, groups and classes keep their meaning: `\S` stays `\S`, and `\xE1`,
 * which says á, says a.
 *
 * The pattern is one that RE2 takes; it is read letter by letter and never by a regular expression of the machine's own.
 * Source: contract section 11, decision 0021.
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
 * The longest run of letters that every text holds in which a folded pattern is found; empty where none can be told. Only
 * letters outside of groups count, and none where the pattern has alternatives: `^cafe [a-z]+ roma$` holds `cafe `. It
 * lets PostgreSQL leave out texts in which there is nothing to look for.
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
 * A group of flags alone, such as (?i), that a sign of repetition follows; null where there is none. RE2 repeats what
 * stands before the group then, which no author means and the functions here do not support.
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

/** The letters that an atom stands for, where it stands for nothing else. */
function plainLetters(text: string): string {
  if (/^\\[^A-Za-z0-9]$/.test(text)) return text.slice(1);
  return text.length > 0 && ![...text].some((one) => SPECIAL.includes(one)) ? text : '';
}

/** Neighbouring spaces are one in a folded text; all of them optional, it may be missing. */
const SPACE = { none: '', 'may be': ' ?', 'must be': ' ' } as const;

interface Atom {
  readonly text: string;
  /** It stands for white space and nothing else. */
  readonly space?: boolean;
}

/** One letter that an escape or the letter itself says, or a whole class such as `\d` that is left as it is. */
type PatternToken = { readonly letter: string } | { readonly verbatim: string };

const SPECIAL = '\\.+*?()|[]{}^$';
const WHITE = /^\p{White_Space}$/u;
const SPACE_ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v', a: '\u0007' };

class PatternReader {
  private at = 0;
  /** Between \Q and \E everything is a letter. */
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

  /** Whether what was read last is repeated by what follows. */
  get isRepeated(): boolean {
    return ['*', '+', '?', '{'].includes(this.letters[this.at] ?? '');
  }

  /** Passes over `*`, `+`, `?` or `{2,5}`, greedy or lazy; tells whether it asks for one at least. */
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

  /** The least of a counted repetition that begins here, which is passed over; null where none begins. */
  private count(): number | null {
    const end = this.letters.indexOf('}', this.at);
    if (this.letters[this.at] !== '{' || end < 0) return null;
    const said = this.letters.slice(this.at + 1, end).join('');
    if (!/^\d{1,4}(,\d{0,4})?$/.test(said)) return null;
    this.at = end + 1;
    return Number.parseInt(said, 10);
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
    const said = this.escape();
    if ('letter' in said) return letterAtom(said.letter);
    return said.verbatim === '\\s' ? { text: ' ', space: true } : { text: said.verbatim };
  }

  /** What follows a backslash. */
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

  /** The name of a Unicode class: `N` or `{Greek}`. */
  private className(): string {
    if (this.letters[this.at] !== '{') return this.next();
    return this.upTo('}');
  }

  /** What stands between the parenthesis of a group and its content: `?P<name>`, `?i:` or nothing. */
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
      const said = this.classMember();
      if ('verbatim' in said) {
        verbatim += said.verbatim;
        continue;
      }
      const low = said.letter.codePointAt(0)!;
      const isRange = this.letters[this.at] === '-' && this.letters[this.at + 1] !== ']';
      if (isRange) this.at += 1;
      const high = isRange ? this.classMember() : said;
      ranges.push([low, 'letter' in high ? high.letter.codePointAt(0)! : low]);
    }
    this.at += 1;
    return `${start}${verbatim}${foldedRanges(ranges).map(writeRange).join('')}]`;
  }

  private classMember(): PatternToken {
    const letter = this.next();
    if (letter === '\\') return this.escape();
    if (letter === '[' && this.letters[this.at] === ':') {
      const end = this.letters.findIndex((one, at) => at > this.at && one === ':' && this.letters[at + 1] === ']');
      if (end > 0) {
        const name = this.letters.slice(this.at, end + 2).join('');
        this.at = end + 2;
        return { verbatim: `[${name}` };
      }
    }
    return { letter };
  }
}

/** A letter as the folded text holds it: nothing for an accent, a group for one that was taken apart. */
function letterAtom(letter: string): Atom {
  if (WHITE.test(letter)) return { text: ' ', space: true };
  const folded = [...foldLetters(letter).normalize('NFC')].map((one) => (SPECIAL.includes(one) ? `\\${one}` : one));
  return { text: folded.length > 1 ? `(?:${folded.join('')})` : folded.join('') };
}
