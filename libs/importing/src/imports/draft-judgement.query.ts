import { LockMode } from '@mikro-orm/postgresql';
import type { UnitOfWork } from '@app/kernel';
import { BULK_PLANS, EVERYDAY_PLANS } from '@app/kernel';
import { Import } from './import.entity.js';
import type { ImportKey } from './import-rows.query.js';
import { applyEdits, countRows, evaluateRows, resolveCategories } from './import-rows.query.js';

/** Compares the rows of a draft with its account as it is now, and counts them. */
export async function judge(work: UnitOfWork, made: Import): Promise<void> {
  const key = keyOf(made);
  await work.query(BULK_PLANS);
  await work.query(applyEdits(key));
  await work.query(resolveCategories(key));
  await work.query(evaluateRows(key, made.accountId));
  await work.query(EVERYDAY_PLANS);
  const [counted] = await work.query<Pick<Import, 'total' | 'ready' | 'errors' | 'duplicates' | 'excluded'>>(
    countRows(key),
  );
  work.em.assign(made, counted!);
}

/** Puts every row of an account's drafts in error: they were read in a currency that the account no longer has. */
export async function refuseDrafts(work: UnitOfWork, accountId: string, from: string, to: string): Promise<void> {
  const { workspaceId } = work;
  const drafts = await work.em.find(
    Import,
    { workspaceId, accountId, status: 'draft' },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  const detail = `The statement was read in ${from}, and the account is in ${to} now. Read it again.`;
  for (const made of drafts) {
    await work.query({
      text: `update importing_rows set errors = errors || $3::jsonb where workspace_id = $1 and import_id = $2`,
      values: [workspaceId, made.id, JSON.stringify([{ field: 'currency', code: 'CURRENCY_MISMATCH', detail }])],
    });
    await judge(work, made);
  }
}

/** Where the rows of an import belong. */
export function keyOf(made: Import): ImportKey {
  return { workspaceId: made.workspaceId, importId: made.id };
}
