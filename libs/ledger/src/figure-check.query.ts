export interface FigureCheck {
  readonly figure: string;
  /**
   * SQL that selects workspace_id, id, stored and expected, for the workspace `$1` or for all workspaces if `$1` is
   * null.
   */
  readonly figures: string;
  /**
   * SQL that replaces stored figures with expected ones, for the workspace `$1` or for all workspaces if `$1` is null.
   */
  readonly repair: string;
  /** Tables outside the ledger that a repair locks, so that nobody writes to them. */
  readonly lockedTables?: readonly string[];
}

/** Returns SQL that is true for rows of the workspace `$1`, or for all rows if `$1` is null. */
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
