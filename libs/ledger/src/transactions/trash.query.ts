import type { Statement } from '@app/kernel';
import type { AccountKind } from '../accounts/account-type.js';
import { joinCategory } from './transaction.query.js';

/** An account with its position, and the total of its changed transactions. */
export interface MovedAccount extends Record<string, unknown> {
  readonly id: string;
  readonly kind: AccountKind;
  readonly currency: string;
  readonly position: string;
  readonly change: string;
}

export function accountsOf(workspaceId: string, transactionIds: readonly string[]): Statement {
  return {
    text: `
      select a.id, a.kind, a.currency, a.position, sum(side.amount)::bigint as change
      from unnest($2::uuid[]) as taken (id)
      join ledger_transactions t on t.workspace_id = $1 and t.id = taken.id
      cross join lateral (values (t.account_id, t.signed_amount), (t.to_account_id, t.to_amount)) side (account_id, amount)
      join ledger_accounts a on a.workspace_id = $1 and a.id = side.account_id
      group by a.workspace_id, a.id order by a.id`,
    values: [workspaceId, transactionIds],
  };
}

/**
 * Returns the statement that trashes or restores transactions and locks their accounts. If two callers run it at the
 * same time, the second one changes nothing, so no balance changes twice.
 * @param columns additional columns of each transaction `t`
 */
export function setTrashed(
  workspaceId: string,
  way: 'trash' | 'restore',
  which: string,
  given: string | readonly string[],
  now: Date,
  columns?: string,
): Statement {
  const [state, deletedAt] =
    way === 'trash' ? ['t.deleted_at is null', '$2::timestamptz'] : ['t.deleted_at is not null', 'null'];
  const returned =
    't.id, t.account_id, t.to_account_id, t.type, t.contact_id, t.split_count, t.tag_ids, t.schedule_id, t.goal_id';
  return {
    ...(columns !== undefined && { name: `ledger.${way}-transaction` }),
    text: `
      with changed as (
        update ledger_transactions t set deleted_at = ${deletedAt}, updated_at = $2::timestamptz
        where t.workspace_id = $1 and ${which} and ${state}
        returning ${columns === undefined ? returned : 't.*'}
      ), touched as (
        select account_id as id from changed where account_id is not null
        union
        select to_account_id from changed where to_account_id is not null
      ), held as (
        select a.id from ledger_accounts a join touched on touched.id = a.id
        where a.workspace_id = $1 and a.status = 'active' order by a.id for no key update of a
      )
      select t.id, t.type in ('expense', 'income') as "isCounted",
        t.contact_id is not null or t.split_count > 0 as "isDebt", t.tag_ids is not null as "isTagged",
        t.schedule_id is not null as "isScheduled", t.goal_id is not null as "isPaidFromGoal",
        (select count(*)::int from touched) as touched, (select count(*)::int from held) as held
        ${columns === undefined ? 'from changed t' : `, ${columns} from changed t ${joinCategory('t')}`}`,
    values: [workspaceId, now, given],
  };
}
