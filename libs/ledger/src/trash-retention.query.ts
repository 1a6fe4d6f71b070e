import type { UnitOfWork } from '@app/kernel';
import { TransactionsDeleted } from './ledger.events.js';

/** How long a transaction stays in the trash. Source: service description, "Limits". */
export const TRASH_RETENTION_DAYS = 30;

/** Which transactions exist: live ones, and those in the trash until their time is over, purged or not. */
export function notExpired(t: string, now: string): string {
  return `(${t}.deleted_at is null or ${t}.deleted_at > ${now}::timestamptz - interval '${TRASH_RETENTION_DAYS} days')`;
}

/**
 * Deletes transactions whose time in the trash is over. A client can no longer see them, so they must not be the reason
 * why a request is refused. `which` narrows it by the id in $3.
 */
export async function deleteExpired(work: UnitOfWork, which: string, id: string, now: Date): Promise<void> {
  const { workspaceId } = work;
  const gone = await work.query<{ id: string }>({
    text: `
      delete from ledger_transactions t where t.workspace_id = $1 and not ${notExpired('t', '$2')} and (${which})
      returning t.id`,
    values: [workspaceId, now, id],
  });
  if (gone.length > 0) await work.publish(new TransactionsDeleted(gone.map((one) => ({ workspaceId, id: one.id }))));
}
