import type { Day, Statement } from '@app/kernel';
import { PURCHASE } from '../purchase-of-plan.query.js';

export interface StoredPlanRow extends Record<string, unknown> {
  readonly id: string;
  readonly transactionId: string;
  readonly accountId: string;
  readonly date: Day;
  readonly amount: string;
  readonly currency: string;
  readonly months: number;
  readonly createdAt: string;
}

/**
 * Returns the statement that reads active plans, newest first. A plan is active if it was not deleted and its purchase
 * is a live, unsplit expense on a card.
 */
export function plansInForce(
  workspaceId: string,
  filter: { readonly id?: string; readonly accountId?: string; readonly before?: string; readonly limit: number },
): Statement {
  return {
    name: 'cards.plans-in-force',
    text: `
      select i.id, i.transaction_id as "transactionId", t.account_id as "accountId", t.date::text, t.amount, c.currency,
        i.months, i.created_at as "createdAt"
      from cards_installments i cross join lateral ${PURCHASE} t
      join ledger_cards($1) c on c.account_id = t.account_id
      where i.workspace_id = $1 and i.ended_on is null and ($2::uuid is null or i.id = $2)
        and ($3::uuid is null or t.account_id = $3) and ($4::uuid is null or i.id < $4)
      order by i.id desc limit $5`,
    values: [workspaceId, filter.id ?? null, filter.accountId ?? null, filter.before ?? null, filter.limit],
  };
}

export interface PurchaseRow extends Record<string, unknown> {
  readonly months: number;
  readonly amount: string;
  readonly text: string;
}

export function purchasesOf(workspaceId: string, accountId: string, limit: number): Statement {
  return {
    name: 'cards.purchases-in-installments',
    text: `
      select i.months, t.amount, t.folded_description as text
      from cards_installments i cross join lateral ${PURCHASE} t
      where i.workspace_id = $1 and i.ended_on is null and t.account_id = $2
      order by i.id desc limit $3`,
    values: [workspaceId, accountId, limit],
  };
}

/** Returns the statement that reads the account of a transaction if it is a card purchase that allows installments. */
export function purchaseOnCard(workspaceId: string, transactionId: string): Statement {
  return {
    name: 'cards.purchase-on-card',
    text: `
      select t.account_id as "accountId" from ledger_purchases($1) t
      join ledger_cards($1) c on c.account_id = t.account_id where t.id = $2`,
    values: [workspaceId, transactionId],
  };
}

/**
 * Returns the statement that inserts a plan, or overwrites a deleted plan of the same purchase. It returns no row if
 * the purchase already has a plan.
 */
export function insertPlan(
  workspaceId: string,
  plan: { readonly id: string; readonly transactionId: string; readonly months: number; readonly createdAt: Date },
): Statement {
  return {
    name: 'cards.insert-plan',
    text: `
      insert into cards_installments as held (workspace_id, id, transaction_id, months, created_at, ended_on)
      values ($1, $2, $3, $4, $5, null)
      on conflict on constraint cards_installments_transaction do update
        set id = excluded.id, months = excluded.months, created_at = excluded.created_at, ended_on = null
        where held.ended_on is not null
      returning id`,
    values: [workspaceId, plan.id, plan.transactionId, plan.months, plan.createdAt],
  };
}

export function forgetPlans(transactions: readonly { workspaceId: string; id: string }[]): Statement {
  return {
    text: `
      delete from cards_installments i using unnest($1::uuid[], $2::uuid[]) as deleted (workspace_id, id)
      where i.workspace_id = deleted.workspace_id and i.transaction_id = deleted.id`,
    values: [transactions.map(({ workspaceId }) => workspaceId), transactions.map(({ id }) => id)],
  };
}
