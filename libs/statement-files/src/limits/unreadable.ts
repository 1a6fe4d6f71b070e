/** Thrown if a statement cannot be read. The readers throw no other error. */
export class StatementUnreadable extends Error {
  constructor(
    /** Problem as a clause without a period, such as `the file is empty`. */
    readonly what: string,
    /** Position such as `line 12`; null if the problem affects the whole file. */
    readonly where: string | null = null,
  ) {
    super(where === null ? what : `${what} (${where})`);
    this.name = 'StatementUnreadable';
  }
}

/** Returns the error for a truncated file. Such a file is rejected, because a part of a statement looks complete. */
export function cutOff(what: string, line: number): StatementUnreadable {
  return new StatementUnreadable(`the file is cut off: ${what}`, `line ${line}`);
}
