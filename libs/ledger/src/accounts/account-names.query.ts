import type { Statement } from '@app/kernel';

interface NameRow {
  readonly id: string;
  readonly name: string;
}

/** What accounts are called, archived and closed ones too. */
export function selectAccountNames(workspaceId: string): Statement {
  return {
    name: 'ledger.account-names',
    text: 'select id, name from ledger_accounts where workspace_id = $1',
    values: [workspaceId],
  };
}

/** The names by the ids of their accounts. */
export function accountNames(rows: readonly object[]): ReadonlyMap<string, string> {
  return new Map((rows as readonly NameRow[]).map(({ id, name }) => [id, name]));
}
