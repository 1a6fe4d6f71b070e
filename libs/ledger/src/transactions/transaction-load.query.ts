import { LockMode } from '@mikro-orm/postgresql';
import type { UnitOfWork } from '@app/kernel';
import type { CountedJson } from '../ledger.events.js';
import { TransactionNotFound } from '../ledger.problems.js';
import type { StoredTransaction } from './transaction.entity.js';
import { storedTransaction, Transaction, TransactionSplit } from './transaction.entity.js';
import { existing } from './transaction.query.js';

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
  const [seen] = await work.query<{ counted: CountedJson }>({
    name: 'ledger.transaction-to-edit',
    text: `
      select (select coalesce(json_agg(a), '[]')::text from ledger_activity($1, array[$2::uuid]) a) as counted
      from ledger_transactions t where t.workspace_id = $1 and t.id = $2 and ${existing('t', '$3')}`,
    values: [workspaceId, id, now],
  });
  if (!entity || !seen) throw TransactionNotFound(id);
  const splits = await work.em.find(
    TransactionSplit,
    { workspaceId, transactionId: id },
    { orderBy: { ordinal: 'asc' } },
  );
  return { ...storedTransaction(entity, splits), counted: seen.counted };
}
