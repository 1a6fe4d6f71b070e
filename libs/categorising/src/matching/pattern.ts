import { RE2JS } from 're2js';
import { foldPattern, literalIn, repeatedFlags } from './fold-pattern.js';

/** Beyond these, a text of two thousand letters could keep a thread busy for a good part of a second. */
const MAX_PROGRAM_SIZE = 500;
const MAX_REPETITIONS = 50;
/** How many compiled patterns are kept at hand. */
const MAX_CACHED = 1_000;

/** A pattern that can be looked for in folded text, in time linear in its length. */
export interface Pattern {
  /** How many steps it has; looking at one letter takes so many at most. */
  readonly size: number;
  /** Letters that every folded text holds in which it is found; empty where none can be told. */
  readonly literal: string;
  /** Whether it is found anywhere in a text that fold_text made. */
  readonly isIn: (folded: string) => boolean;
}

const kept = new Map<string, Pattern>();

/**
 * What is wrong with a pattern, in words for its author; null where nothing is. The syntax is RE2's, which has neither
 * backreferences nor lookarounds, because those could not be answered in linear time.
 */
export function patternFault(pattern: string): string | null {
  try {
    RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    if (largestCount(pattern) > MAX_REPETITIONS) return `must not repeat anything more than ${MAX_REPETITIONS} times`;
    const flags = repeatedFlags(pattern);
    if (flags !== null) return `must not repeat ${flags}, which sets flags and stands for no text`;
    return compiledPattern(pattern).size > MAX_PROGRAM_SIZE ? 'is too large; write it as several conditions' : null;
  } catch (error) {
    const told = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    return `must be a pattern of RE2, without lookarounds and backreferences: ${told}`;
  }
}

/** The pattern compiled, from memory where it was needed lately. */
export function compiledPattern(pattern: string): Pattern {
  const known = kept.get(pattern);
  if (known) return known;
  if (kept.size >= MAX_CACHED) kept.clear();
  const folded = foldPattern(pattern);
  const program = RE2JS.compile(folded, RE2JS.CASE_INSENSITIVE);
  // Letters that were taken apart and are no accents (syllables of Hangul) are put together again, as they are written.
  const literal = literalIn(folded).normalize('NFD');
  const compiled: Pattern = {
    size: program.programSize(),
    // No text holds a NUL, and the database takes none: such a pattern is simply never found.
    literal: literal.includes('\0') ? '' : literal,
    isIn: (text) => program.test(text.normalize('NFC')),
  };
  kept.set(pattern, compiled);
  return compiled;
}

/** The largest number in braces that counts repetitions, wherever it stands. */
function largestCount(pattern: string): number {
  const counts = [...pattern.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)];
  return Math.max(0, ...counts.flatMap(([, least, most]) => [Number(least), Number(most || 0)]));
}
