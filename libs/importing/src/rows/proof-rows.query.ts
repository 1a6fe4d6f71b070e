import type { Statement } from '@app/kernel';
import type { ProofRow } from '@app/statement-files';
import { IS_PENDING } from './balance-checks.query.js';
import type { ImportKey } from './import-key.js';

export interface ProvenRow extends Record<string, unknown> {
  readonly index: number;
  readonly page: number;
  readonly line: number;
  readonly change: string | null;
  readonly balance: string | null;
}

/** Selects the rows of a PDF in chronological order. Excluded rows and duplicates count, because the bank booked them. */
export function rowsToProve({ workspaceId, importId }: ImportKey): Statement {
  return {
    name: 'importing.rows-to-prove',
    text: `
      select r.index, coalesce(r.page, 1) as page, r.line, r.balance::text,
        (case when ${IS_PENDING} then 0 when r.type = 'expense' then -r.amount else r.amount end)::text as change
      from importing_rows r where r.workspace_id = $1 and r.import_id = $2
      order by coalesce(r.chronological_index, r.index)`,
    values: [workspaceId, importId],
  };
}

export function asProofRow({ index, page, line, change, balance }: ProvenRow): ProofRow {
  return {
    ...{ index, page, line },
    change: change === null ? null : BigInt(change),
    balance: balance === null ? null : BigInt(balance),
  };
}
