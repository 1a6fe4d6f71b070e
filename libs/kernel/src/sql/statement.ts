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

/**
 * Writes the text of a statement as a part of another one, which has the same `$1`.
 * @param others what it binds from `$2` on
 */
export function asPart(text: string, others: readonly unknown[], values: Values): string {
  const placeholders = ['$1', ...others.map((value) => values.bind(value))];
  return text.replaceAll(/\$(\d+)/g, (_, n: string) => placeholders[Number(n) - 1]!);
}

/**
 * PostgreSQL has no statistics of rows that were entered a moment ago and would join a hundred thousand of them in nested
 * loops; for statements over many rows it is told to hash and merge instead.
 */
export const BULK_PLANNER_SETTINGS: Statement = {
  text: `select set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`,
  values: [],
};

/** Takes back what BULK_PLANNER_SETTINGS said. */
export const DEFAULT_PLANNER_SETTINGS: Statement = {
  text: `select set_config('enable_nestloop', 'on', true), set_config('work_mem', '4MB', true)`,
  values: [],
};
