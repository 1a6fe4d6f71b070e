import type { Statement } from '@app/kernel';
import { DRAFT_RETENTION_DAYS } from '../draft-retention.js';

/**
 * Returns the statement that reads the number, rows and bytes of drafts, and the number of all imports. It reads the
 * sizes of the files, not the files.
 */
export function amountsOfDrafts(workspaceId: string, except: string | null, now: Date): Statement {
  return {
    name: 'importing.amounts-of-drafts',
    text: `
      select count(*)::int as drafts, coalesce(sum(total), 0)::float8 as rows,
        coalesce(sum(octet_length(file)), 0)::float8 as bytes,
        (select count(*)::int from importing_imports where workspace_id = $1 and id is distinct from $2) as imports
      from importing_imports
      where workspace_id = $1 and status = 'draft' and id is distinct from $2
        and created_at > $3::timestamptz - interval '${DRAFT_RETENTION_DAYS} days'`,
    values: [workspaceId, except, now],
  };
}
