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
  /** Before anything was looked for: a pattern may be in every text that holds its letters. */
  static readonly unknown = new FoundTexts(null);

  private constructor(private readonly texts: ReadonlyMap<string, readonly string[]> | null) {}

  static from(found: readonly (SoughtPattern & { readonly texts: readonly string[] })[]): FoundTexts {
    return new FoundTexts(new Map(found.map((one) => [keyOf(one), one.texts])));
  }

  /** The texts in which a pattern was found. */
  of(field: SoughtPattern['field'], pattern: string): readonly string[] | 'in question' {
    if (this.texts === null) return 'in question';
    const texts = this.texts.get(keyOf({ field, pattern }));
    if (!texts) throw new Error('a pattern was not looked for');
    return texts;
  }
}

function keyOf({ field, pattern }: SoughtPattern): string {
  return `${field} ${pattern}`;
}
