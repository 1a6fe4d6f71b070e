import { LockMode } from '@mikro-orm/postgresql';
import type { UnitOfWork } from '@app/kernel';
import type { CountedJson } from '../ledger.events.js';
import { TransactionNotFound } from '../ledger.problems.js';
import type { StoredTransaction } from './transaction.entity.js';
import { storedTransaction, Transaction, TransactionSplit } from './transaction.entity.js';
import { existing } from '../trash-retention.query.js';

/** A transaction that is about to be changed, and what it counts under categories until then. */
export interface TransactionToEdit extends StoredTransaction {
  readonly counted: CountedJson;
}

/**
 * Reads a transaction to change it, and holds it until the unit of work ends.
 * @throws TransactionNotFound
 */
export async function loadToEdit(work: UnitOfWork, id: string, now: Date): Promise<TransactionToEdit> {
  const { workspaceId } = work;
  const entity = await work.em.findOne(Transaction, { workspaceId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  // Both are read once it is held, and travel together.
  const [[seen], splits] = await Promise.all([
    work.query<{ counted: CountedJson }>({
      name: 'ledger.transaction-to-edit',
      text: `
        select (select coalesce(json_agg(a), '[]')::text from ledger_activity($1, array[$2::uuid]) a) as counted
        from ledger_transactions t where t.workspace_id = $1 and t.id = $2 and ${existing('t', '$3')}`,
      values: [workspaceId, id, now],
    }),
    work.em.find(TransactionSplit, { workspaceId, transactionId: id }, { orderBy: { ordinal: 'asc' } }),
  ]);
  if (!entity || !seen) throw TransactionNotFound(id);
  return { ...storedTransaction(entity, splits), counted: seen.counted };
}
