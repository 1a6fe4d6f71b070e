/** A table whose rows move along with their workspace, as the catalogue describes it. */
export interface MovedTable {
  readonly name: string;
  /** The column that says whose a row is. */
  readonly workspaceColumn: string;
  /** All but those that the database computes itself. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** The tables that its rows refer to; itself where they do to each other. */
  readonly parents: readonly string[];
  /** Whether it says what happened before or after what, in a way that holds on its own server alone. */
  readonly holdsSnapshots: boolean;
}

/**
 * The tables in an order in which each comes after those that its rows refer to.
 * @throws Error where they refer to each other in a circle
 */
export function parentsFirst<Table extends Pick<MovedTable, 'name' | 'parents'>>(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const [free, others] = [true, false].map((isFree) =>
      left.filter(({ name, parents }) => parents.every((one) => one === name || !waiting.has(one)) === isFree),
    );
    if (free!.length === 0) throw new Error(`tables refer to each other: ${[...waiting].join(', ')}`);
    ordered.push(...free!);
    left = others!;
  }
  return ordered;
}

/** Whether rows of other tables refer to it, so that a row may not be taken away to be written again. */
export function isReferred({ name }: Pick<MovedTable, 'name'>, all: readonly MovedTable[]): boolean {
  return all.some(({ parents }) => parents.includes(name));
}
