import type { Day, Statement } from '@app/kernel';
import type { ImportKey } from './import-key.js';

/** Maximum number of rows and of plans to compare. A statement usually has a few dozen. */
export const MAX_COMPARED = 500;

export interface PartRowFound extends Record<string, unknown> {
  readonly index: number | null;
  readonly date: Day | null;
  readonly amount: string;
  readonly text: string;
  readonly imported: string;
}

/** Selects rows that may be installments, including matched installments in earlier imports of the account. */
export function partRows({ workspaceId, importId }: ImportKey, accountId: string): Statement {
  const columns = `r.date::text as date, r.amount, fold_text(r.description) as text, r.folded as imported`;
  return {
    name: 'importing.part-rows',
    text: `
      (select r.index, ${columns} from importing_rows r
      where r.workspace_id = $1 and r.import_id = $2 and r.installment_months is not null and r.type = 'expense' and r.amount > 0
      order by r.index limit $4)
      union all
      (select null, ${columns} from importing_imports i
      join importing_rows r on r.workspace_id = i.workspace_id and r.import_id = i.id and r.installment_months is not null
      where i.workspace_id = $1 and i.account_id = $3 and i.status = 'committed' and i.id <> $2 and r.matches_plan
      order by i.id desc, r.index limit $4)`,
    values: [workspaceId, importId, accountId, MAX_COMPARED],
  };
}

export interface EditedDescription extends Record<string, unknown> {
  readonly index: number;
  readonly type: string | null;
  readonly description: string | null;
}

/** @param index index of the edited row, or null for all rows */
export function editedDescriptions({ workspaceId, importId }: ImportKey, index: number | null): Statement {
  return {
    text: `
      select r.index, r.type, r.description from importing_rows r
      where r.workspace_id = $1 and r.import_id = $2 and r.edits ? 'description' and ($3::integer is null or r.index = $3)`,
    values: [workspaceId, importId, index],
  };
}

export function markParts({ workspaceId, importId }: ImportKey, parts: string): Statement {
  return {
    text: `
      update importing_rows r set installment_months = part.months, warnings = part.warnings || (
        select coalesce(jsonb_agg(warning), '[]') from jsonb_array_elements(r.warnings) warning
        where warning->>'code' <> 'INSTALLMENT_PART')
      from json_to_recordset($3::json) as part (index integer, months smallint, warnings jsonb)
      where r.workspace_id = $1 and r.import_id = $2 and r.index = part.index`,
    values: [workspaceId, importId, parts],
  };
}
