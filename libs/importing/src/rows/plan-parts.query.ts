import type { Day, Statement } from '@app/kernel';
import type { ImportKey } from './import-key.js';

/** Maximum rows and plans that are compared. Statements have some dozens of each. */
export const MAX_COMPARED = 500;

export interface PartRowFound extends Record<string, unknown> {
  readonly index: number | null;
  readonly date: Day | null;
  readonly amount: string;
  /** Folded description as the row shows it. */
  readonly text: string;
  /** Folded description as imported. */
  readonly imported: string;
}

/** The rows of a draft that name a part of a purchase in installments, and those that took a part in earlier imports of the account. */
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

/**
 * Finds the rows of a draft whose description was edited.
 * @param index of the one row that was edited, null for all
 */
export function editedDescriptions({ workspaceId, importId }: ImportKey, index: number | null): Statement {
  return {
    text: `
      select r.index, r.type, r.description from importing_rows r
      where r.workspace_id = $1 and r.import_id = $2 and r.edits ? 'description' and ($3::integer is null or r.index = $3)`,
    values: [workspaceId, importId, index],
  };
}

/** Marks rows as parts of purchases in so many months, or as none, given as a JSON array. */
export function markParts({ workspaceId, importId }: ImportKey, parts: string): Statement {
  return {
    text: `
      update importing_rows r set installment_months = part.months, warnings = part.warnings || (
        select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(r.warnings) one
        where one->>'code' <> 'INSTALLMENT_PART')
      from json_to_recordset($3::json) as part (index integer, months smallint, warnings jsonb)
      where r.workspace_id = $1 and r.import_id = $2 and r.index = part.index`,
    values: [workspaceId, importId, parts],
  };
}
