export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

/** Builds dynamic SQL with a bound value for each placeholder. */
export class Values {
  readonly list: unknown[] = [];

  bind(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/**
 * Embeds the text of a statement in another statement with the same `$1`.
 * @param others values of the placeholders from `$2` on
 */
export function asPart(text: string, others: readonly unknown[], values: Values): string {
  const placeholders = ['$1', ...others.map((value) => values.bind(value))];
  return text.replaceAll(/\$(\d+)/g, (_, n: string) => placeholders[Number(n) - 1]!);
}

/**
 * PostgreSQL has no statistics of newly inserted rows and would join a hundred thousand of them in nested loops. This
 * makes bulk statements use hash and merge joins.
 */
export const BULK_PLANNER_SETTINGS: Statement = {
  text: `select set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`,
  values: [],
};

export const DEFAULT_PLANNER_SETTINGS: Statement = {
  text: `select set_config('enable_nestloop', 'on', true), set_config('work_mem', '4MB', true)`,
  values: [],
};
