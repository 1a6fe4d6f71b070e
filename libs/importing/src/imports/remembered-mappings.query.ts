import type { Statement } from '@app/kernel';
import type { Mapping } from '@app/statement-files';

/** What was said of the columns of an account's statements of one layout. */
export function rememberedMapping(workspaceId: string, accountId: string, layout: string): Statement {
  return {
    text: `select mapping from importing_mappings where workspace_id = $1 and account_id = $2 and layout = $3`,
    values: [workspaceId, accountId, layout],
  };
}

/** Remembers it for the next statement, instead of what was remembered before. */
export function rememberMapping(
  workspaceId: string,
  accountId: string,
  layout: string,
  mapping: Partial<Mapping>,
  now: Date,
): Statement {
  return {
    text: `
      insert into importing_mappings (workspace_id, account_id, layout, mapping, remembered_at) values ($1, $2, $3, $4, $5)
      on conflict (workspace_id, account_id, layout)
        do update set mapping = excluded.mapping, remembered_at = excluded.remembered_at`,
    values: [workspaceId, accountId, layout, JSON.stringify(mapping), now],
  };
}
