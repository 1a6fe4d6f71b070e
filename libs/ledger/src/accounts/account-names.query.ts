import type { Statement } from '@app/kernel';

interface NameRow {
  readonly id: string;
  readonly name: string;
}

export function selectAccountNames(workspaceId: string): Statement {
  return {
    name: 'ledger.account-names',
    text: 'select id, name from ledger_accounts where workspace_id = $1',
    values: [workspaceId],
  };
}

export function accountNames(rows: readonly object[]): ReadonlyMap<string, string> {
  return new Map((rows as readonly NameRow[]).map(({ id, name }) => [id, name]));
}
