import { createHash } from 'node:crypto';
import type { Conditions } from './condition.js';

export interface SoughtPattern {
  readonly field: 'description' | 'notes';
  readonly pattern: string;
}

export function patternsOf(all: readonly Conditions[]): SoughtPattern[] {
  const sought = all.flatMap(({ conditions }) =>
    conditions
      .filter(({ op }) => op === 'matches')
      .map(({ field, value }) => ({ field: field as SoughtPattern['field'], pattern: value as string })),
  );
  return [...new Map(sought.map((pattern) => [keyOf(pattern), pattern])).values()];
}

export class RegexSearch {
  private readonly looked = new Map<string, Map<string, boolean>>();

  unknown(sought: SoughtPattern, texts: readonly string[]): string[] {
    const known = this.looked.get(keyOf(sought));
    return known ? texts.filter((text) => !known.has(text)) : [...texts];
  }

  note(sought: SoughtPattern, texts: readonly string[], hits: readonly string[]): void {
    const key = keyOf(sought);
    const known = this.looked.get(key) ?? new Map<string, boolean>();
    for (const text of texts) known.set(text, false);
    for (const text of hits) known.set(text, true);
    this.looked.set(key, known);
  }

  hits(patterns: readonly SoughtPattern[]): RegexHits {
    const hits = new RegexHits();
    for (const sought of patterns) {
      const known = [...(this.looked.get(keyOf(sought)) ?? [])];
      hits.add(
        sought,
        known.filter(([, isHit]) => isHit).map(([text]) => text),
      );
    }
    return hits;
  }
}

/**
 * Texts that match each pattern. Stores digests instead of texts, so that hits among 100,000 long notes take only a few
 * megabytes.
 */
export class RegexHits {
  private readonly digests = new Map<string, Set<string>>();

  add(sought: SoughtPattern, texts: readonly string[]): void {
    const digests = this.digests.get(keyOf(sought)) ?? new Set();
    for (const text of texts) digests.add(textDigest(text));
    this.digests.set(keyOf(sought), digests);
  }

  /** Returns the digests of the hits. They equal PostgreSQL's `md5(text)::uuid`. */
  of(field: SoughtPattern['field'], pattern: string): readonly string[] {
    const digests = this.digests.get(keyOf({ field, pattern }));
    if (!digests) throw new Error('the pattern was not searched');
    return [...digests];
  }
}

function textDigest(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function keyOf({ field, pattern }: SoughtPattern): string {
  return `${field} ${pattern}`;
}
