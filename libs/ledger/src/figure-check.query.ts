export interface FigureCheck {
  readonly figure: string;
  /** Selects workspace_id, id, stored and expected for the workspace in $1; null selects all workspaces. */
  readonly figures: string;
  /** Replaces stored with expected figures for the workspace in $1, or for all. */
  readonly repair: string;
  /** Tables outside the ledger that a repair locks against writers. */
  readonly lockedTables?: readonly string[];
}

/** Restricts the rows of an alias to the workspace in $1; null applies no restriction. */
export const ofWorkspace = (row: string): string => `($1::uuid is null or ${row}.workspace_id = $1)`;

/** Checks a column of a table with the key (workspace_id, id). */
export function columnCheck(figure: string, figures: string, table: string, column: string): FigureCheck {
  return {
    figure,
    figures,
    repair: `
      update ${table} target set ${column} = f.expected from (${figures}) f
      where target.workspace_id = f.workspace_id and target.id = f.id and target.${column} is distinct from f.expected`,
  };
}
