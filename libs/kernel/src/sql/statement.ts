export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

/** Collects the values of a dynamic statement and returns their placeholders. */
export class Values {
  readonly list: unknown[] = [];

  bind(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/**
 * Embeds the SQL of a statement in another one. `$1` is the same in both.
 * @param others values of the placeholders from `$2` on
 */
export function asPart(text: string, others: readonly unknown[], values: Values): string {
  const placeholders = ['$1', ...others.map((value) => values.bind(value))];
  return text.replaceAll(/\$(\d+)/g, (_, n: string) => placeholders[Number(n) - 1]!);
}

/**
 * Settings that make bulk statements use hash and merge joins. PostgreSQL has no statistics about rows that were just
 * inserted, and would join a hundred thousand of them in nested loops.
 */
export const BULK_PLANNER_SETTINGS: Statement = {
  text: `select set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`,
  values: [],
};

export const DEFAULT_PLANNER_SETTINGS: Statement = {
  text: `select set_config('enable_nestloop', 'on', true), set_config('work_mem', '4MB', true)`,
  values: [],
};
