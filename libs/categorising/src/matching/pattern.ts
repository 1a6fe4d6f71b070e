import { RE2JS } from 're2js';
import { foldPattern, literalIn, repeatedFlags } from './fold-pattern.js';

/** Maximum size of a compiled pattern. A larger one could take most of a second to search 2,000 characters. */
const MAX_PROGRAM_SIZE = 500;
const MAX_REPETITIONS = 50;
const MAX_CACHED = 1_000;

export interface Pattern {
  /** Maximum number of search steps per character. */
  readonly size: number;
  /** Substring that every match contains; empty if no substring is certain. */
  readonly literal: string;
  readonly isIn: (folded: string) => boolean;
}

const cache = new Map<string, Pattern>();

/**
 * Returns the reason why a pattern is invalid, or null if it is valid. RE2 does not support backreferences and
 * lookarounds, which cannot be matched in linear time.
 */
export function patternFault(pattern: string): string | null {
  try {
    RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    if (largestCount(pattern) > MAX_REPETITIONS) return `must not repeat an element more than ${MAX_REPETITIONS} times`;
    const flags = repeatedFlags(pattern);
    if (flags !== null) return `must not repeat ${flags}, which sets flags and matches no text`;
    return compiledPattern(pattern).size > MAX_PROGRAM_SIZE ? 'is too large; split it into several conditions' : null;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    return `must be an RE2 pattern, without lookarounds and backreferences: ${reason}`;
  }
}

export function compiledPattern(pattern: string): Pattern {
  const cached = cache.get(pattern);
  if (cached) return cached;
  if (cache.size >= MAX_CACHED) cache.clear();
  const folded = foldPattern(pattern);
  const program = RE2JS.compile(folded, RE2JS.CASE_INSENSITIVE);
  // Folded text contains Hangul in decomposed form (NFD), so the literal must be decomposed, too.
  const literal = literalIn(folded).normalize('NFD');
  const compiled: Pattern = {
    size: program.programSize(),
    // PostgreSQL can neither store nor compare NUL. A pattern with a NUL never matches, so it needs no literal.
    literal: literal.includes('\0') ? '' : literal,
    isIn: (text) => program.test(text.normalize('NFC')),
  };
  cache.set(pattern, compiled);
  return compiled;
}

function largestCount(pattern: string): number {
  const counts = [...pattern.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)];
  return Math.max(0, ...counts.flatMap(([, min, max]) => [Number(min), Number(max || 0)]));
}
