/**
 * A file out of which no statement can be made, with what is wrong and where.
 *
 * It is the only error that reading a file throws, whatever the bytes are.
 * Source: contract section 12, "Bad files".
 */
export class StatementUnreadable extends Error {
  constructor(
    /** What is wrong, as a sentence without a full stop: `the file is empty`. */
    readonly what: string,
    /** Where in the file, as a reader would look for it (`line 12`), or null when the whole file is meant. */
    readonly where: string | null = null,
  ) {
    super(where === null ? what : `${what} (${where})`);
    this.name = 'StatementUnreadable';
  }
}

/** The refusal of a file that ends too early: a part of a statement would be taken for the whole. */
export function cutOff(what: string, line: number): StatementUnreadable {
  return new StatementUnreadable(`the file is cut off: ${what}`, `line ${line}`);
}
