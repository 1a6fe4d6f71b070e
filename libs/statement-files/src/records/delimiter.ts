/** The character between the cells of delimited text. */
export type Delimiter = ',' | ';' | '\t' | '|';

/** The delimiters that are told apart, in the order in which a tie is settled. */
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

/** The delimiter that a caller names, as the character itself or by its usual name; null for anything else. */
export function parseDelimiter(name: string): Delimiter | null {
  const known = DELIMITERS.find((delimiter) => delimiter === name);
  return known ?? NAMES.get(name.trim().toLowerCase()) ?? null;
}
