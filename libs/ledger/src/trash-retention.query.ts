import type { UnitOfWork } from '@app/kernel';
import { notExpired } from '@app/kernel';
import { TransactionsDeleted } from './ledger.events.js';

/**
 * Deletes expired transactions that match `condition` with the ID in `$3`, because a transaction that clients can no
 * longer see must not make a request fail.
 */
export async function deleteExpired(work: UnitOfWork, condition: string, id: string, now: Date): Promise<void> {
  const { workspaceId } = work;
  const deleted = await work.query<{ id: string }>({
    text: `
      delete from ledger_transactions t where t.workspace_id = $1 and not ${notExpired('t', '$2')} and (${condition})
      returning t.id`,
    values: [workspaceId, now, id],
  });
  if (deleted.length > 0)
    await work.publish(new TransactionsDeleted(deleted.map((row) => ({ workspaceId, id: row.id }))));
}
