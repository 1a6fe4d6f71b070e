import { createHash } from 'node:crypto';
import type { Conditions } from './condition.js';

/** A pattern and the field in whose texts it is looked for. */
export interface SoughtPattern {
  readonly field: 'description' | 'notes';
  readonly pattern: string;
}

/** The patterns among conditions, each once. */
export function patternsOf(all: readonly Conditions[]): SoughtPattern[] {
  const sought = all.flatMap(({ conditions }) =>
    conditions
      .filter(({ op }) => op === 'matches')
      .map(({ field, value }) => ({ field: field as SoughtPattern['field'], pattern: value as string })),
  );
  return [...new Map(sought.map((one) => [keyOf(one), one])).values()];
}

/** What a search for patterns has found so far: of every pattern, the texts that it was looked for in, and was found in. */
export class RegexSearch {
  private readonly looked = new Map<string, Map<string, boolean>>();

  /** Those of the texts that the pattern was not yet looked for in. */
  unknown(sought: SoughtPattern, texts: readonly string[]): string[] {
    const known = this.looked.get(keyOf(sought));
    return known ? texts.filter((text) => !known.has(text)) : [...texts];
  }

  /** Notes that the pattern was looked for in these texts, and which of them it is in. */
  note(sought: SoughtPattern, texts: readonly string[], found: readonly string[]): void {
    const key = keyOf(sought);
    const known = this.looked.get(key) ?? new Map<string, boolean>();
    for (const text of texts) known.set(text, false);
    for (const text of found) known.set(text, true);
    this.looked.set(key, known);
  }

  /** The hits among the texts, each text by its digest. */
  hits(patterns: readonly SoughtPattern[]): RegexHits {
    const hits = new RegexHits();
    for (const one of patterns) {
      const known = [...(this.looked.get(keyOf(one)) ?? [])];
      hits.add(
        one,
        known.filter(([, isHit]) => isHit).map(([text]) => text),
      );
    }
    return hits;
  }
}

/**
 * In which folded texts each pattern was found. Texts are held by their digests, so that the hits among a hundred thousand
 * long notes take a few megabytes.
 */
export class RegexHits {
  private readonly digests = new Map<string, Set<string>>();

  add(sought: SoughtPattern, texts: readonly string[]): void {
    const digests = this.digests.get(keyOf(sought)) ?? new Set();
    for (const text of texts) digests.add(textDigest(text));
    this.digests.set(keyOf(sought), digests);
  }

  /** The digests of the texts in which a pattern was found, as PostgreSQL's `md5(text)::uuid` gives them. */
  of(field: SoughtPattern['field'], pattern: string): readonly string[] {
    const digests = this.digests.get(keyOf({ field, pattern }));
    if (!digests) throw new Error('a pattern was not looked for');
    return [...digests];
  }
}

function textDigest(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function keyOf({ field, pattern }: SoughtPattern): string {
  return `${field} ${pattern}`;
}
