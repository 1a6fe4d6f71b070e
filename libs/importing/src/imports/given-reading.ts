import type { Mapping, ReadingOptions } from '../reading/statement.js';

/** What a person said of how the file is to be read; everything else is found. */
export interface GivenReading {
  readonly encoding?: NonNullable<ReadingOptions['encoding']>;
  readonly delimiter?: NonNullable<ReadingOptions['delimiter']>;
  readonly mapping?: Partial<Mapping>;
}

/** What is said later is laid over what was said before, the mapping key by key. */
export function laidOver(before: GivenReading, later: GivenReading): GivenReading {
  const mapping = { ...before.mapping, ...later.mapping };
  return { ...before, ...later, ...(Object.keys(mapping).length > 0 && { mapping }) };
}
