import { LockMode } from '@mikro-orm/postgresql';
import type { UnitOfWork } from '@app/kernel';
import type { FiguresJson } from '../ledger.events.js';
import { TransactionNotFound } from '../ledger.problems.js';
import type { StoredTransaction } from './transaction.entity.js';
import { storedTransaction, Transaction, TransactionSplit } from './transaction.entity.js';
import { notExpired } from '../trash-retention.query.js';

/** A transaction that is about to be changed, and what it counts until then. */
export interface TransactionToEdit extends StoredTransaction {
  readonly figures: FiguresJson;
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
    work.query<{ figures: FiguresJson }>({
      name: 'ledger.transaction-to-edit',
      text: `
        select json_build_object(
            'movements', (select coalesce(json_agg(json_build_object('account_id', side.account_id, 'day', t.date, 'amount', side.amount)), '[]')
              from (values (t.account_id, t.signed_amount), (t.to_account_id, t.to_amount)) side (account_id, amount)
              where side.account_id is not null),
            'activity', (select coalesce(json_agg(a), '[]') from ledger_activity($1, array[$2::uuid]) a))::text as figures
        from ledger_transactions t where t.workspace_id = $1 and t.id = $2 and ${notExpired('t', '$3')}`,
      values: [workspaceId, id, now],
    }),
    work.em.find(TransactionSplit, { workspaceId, transactionId: id }, { orderBy: { ordinal: 'asc' } }),
  ]);
  if (!entity || !seen) throw TransactionNotFound(id);
  return { ...storedTransaction(entity, splits), figures: seen.figures };
}
