export type Delimiter = ',' | ';' | '\t' | '|';

/** Delimiters in order of preference. If several fit equally well, the first one wins. */
export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

const NAMES = new Map<string, Delimiter>([
  ['comma', ','],
  ['coma', ','],
  ['semicolon', ';'],
  ['punto y coma', ';'],
  ['tab', '\t'],
  ['tabulador', '\t'],
  ['\\t', '\t'],
  ['pipe', '|'],
]);

export function parseDelimiter(name: string): Delimiter | null {
  const known = DELIMITERS.find((delimiter) => delimiter === name);
  return known ?? NAMES.get(name.trim().toLowerCase()) ?? null;
}
