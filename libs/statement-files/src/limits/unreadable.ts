/** The only error that reading a file throws. */
export class StatementUnreadable extends Error {
  constructor(
    /** Problem as a clause without a full stop: `the file is empty`. */
    readonly what: string,
    /** Position such as `line 12`, or null for the whole file. */
    readonly where: string | null = null,
  ) {
    super(where === null ? what : `${what} (${where})`);
    this.name = 'StatementUnreadable';
  }
}

/** Error for a truncated file; reading it would present a partial statement as complete. */
export function cutOff(what: string, line: number): StatementUnreadable {
  return new StatementUnreadable(`the file is cut off: ${what}`, `line ${line}`);
}
