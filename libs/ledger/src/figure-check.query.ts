export interface FigureCheck {
  readonly figure: string;
  /**
   * SQL that selects workspace_id, id, stored and expected for the workspace `$1`, or for all workspaces if `$1` is
   * null.
   */
  readonly figures: string;
  /** SQL that replaces stored with expected figures for the workspace `$1`, or for all workspaces if `$1` is null. */
  readonly repair: string;
  /** Tables outside of the ledger that a repair locks against writers. */
  readonly lockedTables?: readonly string[];
}

/** Restricts the rows of an alias to the workspace `$1`. Selects the rows of all workspaces if `$1` is null. */
export const ofWorkspace = (row: string): string => `($1::uuid is null or ${row}.workspace_id = $1)`;

export function columnCheck(figure: string, figures: string, table: string, column: string): FigureCheck {
  return {
    figure,
    figures,
    repair: `
      update ${table} target set ${column} = f.expected from (${figures}) f
      where target.workspace_id = f.workspace_id and target.id = f.id and target.${column} is distinct from f.expected`,
  };
}
