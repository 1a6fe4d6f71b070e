/** A kind of stored figure: the statement that recomputes each figure, and the statement that repairs those that drifted. */
export interface FigureCheck {
  readonly figure: string;
  /** Selects workspace_id, id, stored and expected, of the workspace in $1, or of all workspaces where that is null. */
  readonly figures: string;
  /** Writes what is expected over what is stored, for the workspace in $1, or for all. */
  readonly repair: string;
  /** The tables beside the ledger's that a repair locks against writers. */
  readonly lockedTables?: readonly string[];
}

/** Restricts the rows of an alias to the workspace in $1; to none where that is null. */
export const ofWorkspace = (row: string): string => `($1::uuid is null or ${row}.workspace_id = $1)`;

/** The check of a figure that is a column of a table with the key workspace_id and id. */
export function columnCheck(figure: string, figures: string, table: string, column: string): FigureCheck {
  return {
    figure,
    figures,
    repair: `
      update ${table} kept set ${column} = f.expected from (${figures}) f
      where kept.workspace_id = f.workspace_id and kept.id = f.id and kept.${column} is distinct from f.expected`,
  };
}
