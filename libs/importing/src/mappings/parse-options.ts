import type { Mapping, ReadingOptions } from '@app/statement-files';

export interface ParseOptions {
  readonly encoding?: NonNullable<ReadingOptions['encoding']>;
  readonly delimiter?: NonNullable<ReadingOptions['delimiter']>;
  readonly mapping?: Partial<Mapping>;
  readonly section?: string;
}

/** Merges mappings key by key. Later options override earlier ones. */
export function mergeOptions(before: ParseOptions, later: ParseOptions): ParseOptions {
  const mapping = { ...before.mapping, ...later.mapping };
  return { ...before, ...later, ...(Object.keys(mapping).length > 0 && { mapping }) };
}

/**
 * Merges mappings key by key. An amount column in the overrides clears stored debit and credit columns, and vice versa.
 */
export function mergeMapping(remembered: Partial<Mapping>, overrides: Partial<Mapping> = {}): Partial<Mapping> {
  const isSet = (key: 'amount' | 'debit' | 'credit') => typeof overrides[key] === 'number';
  const { amount, direction, debit, credit, ...rest } = remembered;
  const sides = isSet('amount') && !isSet('debit') && !isSet('credit') ? {} : given({ debit, credit });
  const signed = (isSet('debit') || isSet('credit')) && !isSet('amount') ? {} : given({ amount, direction });
  return { ...rest, ...signed, ...sides, ...overrides };
}

export function given(mapping: { [Key in keyof Mapping]?: Mapping[Key] | undefined }): Partial<Mapping> {
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined));
}
