import type { UnitOfWork } from '@app/kernel';

/** Serializes changes of a workspace that depend on all its taxpayers or all its invoices, such as their limits. */
export async function lockAll(work: UnitOfWork, what: 'taxpayers' | 'invoices'): Promise<void> {
  await work.query({
    text: `select pg_advisory_xact_lock(hashtextextended('invoicing_' || $2 || ' ' || $1, 0))`,
    values: [work.workspaceId, what],
  });
}
