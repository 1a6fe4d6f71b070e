import type { Statement } from '@app/kernel';
import { DRAFT_RETENTION_DAYS } from '../draft-retention.js';
import type { ImportStatsView, ImportSummaryView } from './import.view.js';

export type SummaryRow = Omit<ImportSummaryView, 'fileId'> & Record<string, unknown>;

const STATS: readonly (keyof ImportStatsView)[] = ['total', 'ready', 'errors', 'duplicates', 'excluded'];

/** Selects the imports of a workspace, newest first. Reads no documents, because a workspace may have 10,000 drafts. */
export function selectSummaries(workspaceId: string, now: Date): Statement {
  return {
    name: 'importing.summaries',
    text: `
      select i.id, i.account_id as "accountId", i.filename, i.status,
        json_build_object(${STATS.map((name) => `'${name}', i.${name}`).join()}) as stats,
        instant_text(i.committed_at) as "committedAt", instant_text(i.created_at) as "createdAt"
      from importing_imports i
      where i.workspace_id = $1
        and (i.status <> 'draft' or i.created_at > $2::timestamptz - interval '${DRAFT_RETENTION_DAYS} days')
      order by i.created_at desc, i.id desc`,
    values: [workspaceId, now],
  };
}
