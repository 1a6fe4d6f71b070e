import type { Day, Statement } from '@app/kernel';
import type { ImportKey } from './import-key.js';

/** Maximum rows and plans that are compared. Statements have some dozens of each. */
export const MAX_COMPARED = 500;

export interface PartRowFound extends Record<string, unknown> {
  readonly index: number | null;
  readonly date: Day | null;
  readonly amount: string;
  readonly months: number;
  readonly text: string;
}

/** The rows of a draft that name a part of a purchase in installments, and those that took a part in earlier imports of the account. */
export function partRows({ workspaceId, importId }: ImportKey, accountId: string): Statement {
  const columns = `r.date::text as date, r.amount, r.installment_months as months, r.folded as text`;
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
