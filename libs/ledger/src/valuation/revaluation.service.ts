import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock } from '@app/kernel';
import { TransactionsRevalued } from '../ledger.events.js';
import { splitBaseAmount } from '../transactions/transaction-write.query.js';

/** Which transactions may be worth another amount than before; a field left out does not narrow. */
export interface RevaluationScope {
  readonly accountId?: string;
  readonly sinceDay?: string;
  /** Leaves out what is in the base currency already, which no rate can change. */
  readonly foreignOnly?: boolean;
}

/** Recomputes base amounts, in one set-based statement, when a rate or a way of converting has changed. */
@Injectable()
export class Revaluation {
  constructor(private readonly clock: Clock) {}

  /**
   * Values transactions anew, live and trashed, in the workspace of the unit of work or, for an administrator, in all.
   * Only what changes is written.
   *
   * What is to change is held first: the second statement then sees it, and its parts, as the last edit left them.
   */
  async revalue(work: UnitOfWork, scope: RevaluationScope): Promise<void> {
    const values = [
      work.workspaceId === '' ? null : work.workspaceId,
      scope.accountId ?? null,
      scope.sinceDay ?? null,
      scope.foreignOnly ?? false,
    ];
    await work.query({ text: HOLD, values });
    const [changed] = await work.query<{ changes: string | null }>({
      text: REVALUE,
      values: [...values, this.clock.now()],
    });
    if (changed?.changes != null) await work.publish(new TransactionsRevalued(changed.changes));
  }
}

/** Transactions of the scope with the rate that each should have. */
const VALUED = `
  due as (
    select t.workspace_id, t.id, t.account_id, t.currency, t.date, t.amount, t.base_rate, t.base_amount,
      t.xmin as version
    from ledger_transactions t
    where ($1::uuid is null or t.workspace_id = $1)
      and ($2::uuid is null or t.account_id = $2)
      and ($3::date is null or t.date >= $3)
      and (not $4::boolean or t.currency <> workspace_base_currency(t.workspace_id))
  ), kind as (
    select distinct workspace_id, account_id, currency, date, workspace_base_currency(workspace_id) as base from due
  ), rate as materialized (
    select kind.*, ledger_base_rate(workspace_id, account_id, currency, base, date) as rate from kind
  ), valued as (
    select due.*, usable_rate(due.amount, rate.rate) as rate
    from due join rate on rate.workspace_id = due.workspace_id and rate.currency = due.currency
      and rate.date = due.date and rate.account_id is not distinct from due.account_id
  )`;

const HOLD = `
  with ${VALUED}
  select from ledger_transactions t join valued on valued.workspace_id = t.workspace_id and valued.id = t.id
  where t.base_rate is distinct from valued.rate
  order by t.workspace_id, t.id for no key update of t`;

// The row must still be the version that the rate was found for: an edit that came in between has brought its own. So it
// is known exactly what each row counted before, and what it counts now.
const REVALUE = `
  with ${VALUED}, changed as (
    update ledger_transactions t
    set base_rate = valued.rate, base_amount = convert_money(t.amount, valued.rate), updated_at = $5
    from valued
    where t.workspace_id = valued.workspace_id and t.id = valued.id and t.base_rate is distinct from valued.rate
      and t.xmin = valued.version
    returning t.workspace_id, t.id, t.date, t.type, t.category_id, t.deleted_at, t.base_rate, t.base_amount,
      t.split_count, valued.base_amount as base_amount_before
  ), part as (
    select s.workspace_id, s.transaction_id, s.ordinal, s.type, s.category_id, s.base_amount as base_amount_before,
      changed.date, changed.deleted_at,
      ${splitBaseAmount('s', 'changed', 's.ordinal = changed.split_count - 1', 'partition by s.workspace_id, s.transaction_id')}
        as base_amount
    from changed join ledger_splits s on s.workspace_id = changed.workspace_id and s.transaction_id = changed.id
    where changed.split_count > 0
  ), parted as (
    update ledger_splits s set base_amount = part.base_amount from part
    where s.workspace_id = part.workspace_id and s.transaction_id = part.transaction_id and s.ordinal = part.ordinal
  ), counted as (
    select workspace_id, category_id, date, type, base_amount, base_amount_before, deleted_at from changed
    union all
    select workspace_id, category_id, date, type, base_amount, base_amount_before, deleted_at from part
  ), change as (
    select workspace_id, category_id, date as day, sum(
      case type when 'expense' then 1 else -1 end * (coalesce(base_amount, 0) - coalesce(base_amount_before, 0))) as amount
    from counted where category_id is not null and deleted_at is null
    group by workspace_id, category_id, date
  )
  select json_agg(change)::text as changes from change where amount <> 0`;
