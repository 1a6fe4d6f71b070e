import type { Mapping, ReadingOptions } from '@app/statement-files';

/** What a person said of how the file is to be read; everything else is found. */
export interface ParseOptions {
  readonly encoding?: NonNullable<ReadingOptions['encoding']>;
  readonly delimiter?: NonNullable<ReadingOptions['delimiter']>;
  readonly mapping?: Partial<Mapping>;
}

/** What is said later is laid over what was said before, the mapping key by key. */
export function mergeOptions(before: ParseOptions, later: ParseOptions): ParseOptions {
  const mapping = { ...before.mapping, ...later.mapping };
  return { ...before, ...later, ...(Object.keys(mapping).length > 0 && { mapping }) };
}

/**
 * What is said of the columns now, over what was remembered of them. Amounts stand either in one column or in two, so saying
 * the one takes back what was remembered of the other.
 */
export function mergeMapping(remembered: Partial<Mapping>, said: Partial<Mapping> = {}): Partial<Mapping> {
  const isSaid = (key: 'amount' | 'debit' | 'credit') => typeof said[key] === 'number';
  const { amount, direction, debit, credit, ...rest } = remembered;
  const sides = isSaid('amount') && !isSaid('debit') && !isSaid('credit') ? {} : given({ debit, credit });
  const one = (isSaid('debit') || isSaid('credit')) && !isSaid('amount') ? {} : given({ amount, direction });
  return { ...rest, ...one, ...sides, ...said };
}

/** What is given of a mapping, without what is not. */
export function given(mapping: { [Key in keyof Mapping]?: Mapping[Key] | undefined }): Partial<Mapping> {
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined));
}
