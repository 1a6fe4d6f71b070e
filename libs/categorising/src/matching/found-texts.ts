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

/** In which of the folded texts of some rows each pattern was found. */
export class FoundTexts {
  /** For rows whose conditions hold no pattern. */
  static readonly none = new FoundTexts(new Map());
  /** As if every pattern were found in every text: what is met then can be met at all. */
  static readonly anywhere = new FoundTexts(null);

  private constructor(private readonly texts: ReadonlyMap<string, readonly string[]> | null) {}

  static from(found: readonly (SoughtPattern & { readonly texts: readonly string[] })[]): FoundTexts {
    return new FoundTexts(new Map(found.map((one) => [keyOf(one), one.texts])));
  }

  /** The texts in which a pattern was found. */
  of(field: SoughtPattern['field'], pattern: string): readonly string[] | 'any' {
    if (this.texts === null) return 'any';
    const texts = this.texts.get(keyOf({ field, pattern }));
    if (!texts) throw new Error('a pattern was not looked for');
    return texts;
  }
}

function keyOf({ field, pattern }: SoughtPattern): string {
  return `${field} ${pattern}`;
}
