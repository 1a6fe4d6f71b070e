/** One SQL statement with its bound values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The name under which PostgreSQL keeps it prepared; given where the text is always the same. */
  readonly name?: string;
}

/** Builds SQL whose text depends on what was asked for, with a bound value for each placeholder. */
export class Values {
  readonly list: unknown[] = [];

  /** Binds a value and gives its placeholder: `$1`. */
  bind(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}
