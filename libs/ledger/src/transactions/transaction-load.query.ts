import { LockMode } from '@mikro-orm/postgresql';
import type { UnitOfWork } from '@app/kernel';
import { notExpired } from '@app/kernel';
import type { FiguresJson } from '../ledger.events.js';
import { TransactionNotFound } from '../ledger.problems.js';
import type { StoredTransaction } from './transaction.entity.js';
import { storedTransaction, Transaction, TransactionSplit } from './transaction.entity.js';
import { tagsJson } from './transaction.query.js';

export interface TransactionsToEdit {
  readonly stored: readonly StoredTransaction[];
  readonly figures: FiguresJson;
  readonly scheduledIds: readonly string[];
}

/**
 * Reads transactions for an edit and locks them until the commit.
 * @param ids IDs without duplicates
 * @throws TransactionNotFound
 */
export async function loadToEdit(work: UnitOfWork, ids: readonly string[], now: Date): Promise<TransactionsToEdit> {
  const { workspaceId } = work;
  // SQL writes these rows, so the ORM must neither return them from an earlier read nor compare them at each flush.
  const fresh = { disableIdentityMap: true } as const;
  const options = { ...fresh, lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
  const entities = await work.em.find(Transaction, { workspaceId, id: [...ids] }, options);
  // These reads run after the rows are locked and share one round trip.
  const [[seen], splits] = await Promise.all([
    work.query<{ figures: FiguresJson; tags: Record<string, string[] | null> | null }>({
      name: 'ledger.transactions-to-edit',
      text: `
        select json_build_object(
            'movements', (select coalesce(json_agg(json_build_object('transaction_id', t.id, 'account_id', side.account_id, 'day', t.date, 'amount', side.amount)), '[]')
              from ledger_transactions t
              cross join lateral (values (t.account_id, t.signed_amount), (t.to_account_id, t.to_amount)) side (account_id, amount)
              where t.workspace_id = $1 and t.id = any($2::uuid[]) and side.account_id is not null),
            'goals', (select json_agg(json_build_object('goal_id', t.goal_id, 'account_id', t.account_id, 'amount', t.amount))
              from ledger_transactions t
              where t.workspace_id = $1 and t.id = any($2::uuid[]) and t.goal_id is not null),
            'activity', (select coalesce(json_agg(a), '[]') from ledger_activity($1, $2::uuid[]) a))::text as figures,
          (select json_object_agg(t.id, case when t.tag_ids is not null then ${tagsJson('t')}::json end)
            from ledger_transactions t
            where t.workspace_id = $1 and t.id = any($2::uuid[]) and ${notExpired('t', '$3')}) as tags`,
      values: [workspaceId, ids, now],
    }),
    work.em.find(
      TransactionSplit,
      { workspaceId, transactionId: [...ids] },
      { ...fresh, orderBy: { transactionId: 'asc', ordinal: 'asc' } },
    ),
  ]);
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const splitsOf = Map.groupBy(splits, ({ transactionId }) => transactionId);
  const stored = ids.map((id) => {
    const [entity, tags] = [byId.get(id), seen!.tags?.[id]];
    if (!entity || tags === undefined) throw TransactionNotFound(id);
    return storedTransaction(entity, splitsOf.get(id) ?? [], tags ?? []);
  });
  const scheduledIds = entities.filter(({ scheduleId }) => scheduleId !== null).map(({ id }) => id);
  return { stored, figures: seen!.figures, scheduledIds };
}
