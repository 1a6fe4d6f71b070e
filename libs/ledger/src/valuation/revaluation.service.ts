import { Injectable } from '@nestjs/common';
import type { ChangedPair } from '@app/fx';
import type { Statement, UnitOfWork } from '@app/kernel';
import { Clock } from '@app/kernel';
import { TransactionsRevalued } from '../ledger.events.js';
import { affectedAccounts, valuesOfPairs } from './affected-accounts.query.js';
import { countsAs } from '../transactions/transaction.query.js';
import { splitBaseAmount } from '../transactions/transaction-write.query.js';

/** Transactions of an account before `untilDay`, or debts without an account if `accountId` is null. */
export interface DateRange {
  readonly accountId: string | null;
  /** Null if the range has no end. */
  readonly untilDay: string | null;
}

/** Position of a transaction in a range. Transactions are ordered by date and ID. */
export interface Position {
  readonly date: string;
  readonly id: string;
}

/**
 * Number of transactions per database transaction. They take about ten seconds if all have different dates and their
 * rates are computed through several currencies.
 */
const PORTION = 500;

@Injectable()
export class Revaluation {
  constructor(private readonly clock: Clock) {}

  /** Revalues all live and trashed transactions of the workspace or of one account. */
  async revalueAll(work: UnitOfWork, accountId: string | null): Promise<void> {
    await this.revalue(work, ALL, [work.workspaceId, accountId]);
  }

  /**
   * Revalues the transactions that use one of the currency pairs on the days whose rates changed. Selects transactions
   * by account, because they have the currency of their account.
   */
  async revaluePairs(work: UnitOfWork, pairs: readonly ChangedPair[]): Promise<void> {
    await this.revalue(work, TOUCHED, [...valuesOfPairs(pairs), work.workspaceId]);
  }

  /**
   * Revalues the next transactions in a range. Returns the position of the last one, or null at the end of the range.
   */
  async revalueNext(work: UnitOfWork, range: DateRange, after: Position): Promise<Position | null> {
    const { accountId, untilDay } = range;
    const values = [work.workspaceId, accountId, untilDay, after.date, after.id];
    const inRange = accountId === null ? IN_RANGE_WITHOUT_ACCOUNT : IN_RANGE;
    const [last] = await work.query<Position & Record<string, unknown>>({
      text: `
        select t.date::text as date, t.id from ledger_transactions t where ${inRange}
        order by t.date, t.id offset ${PORTION - 1} limit 1`,
      values,
    });
    const due = `due as (
      select ${DUE_COLUMNS} from ledger_transactions t
      where ${inRange} and ($6::date is null or (t.date, t.id) <= ($6::date, $7::uuid)))`;
    await this.revalue(work, due, [...values, last?.date ?? null, last?.id ?? null]);
    return last ?? null;
  }

  /** Revalues transactions. Locks them first, so that the update sees the result of the last concurrent edit. */
  private async revalue(work: UnitOfWork, due: string, values: readonly unknown[]): Promise<void> {
    await work.query({ text: `with ${due} ${LOCK}`, values });
    work.enqueue(foundByPlace('off'));
    const [changed] = await work.query<{ changes: string | null }>({
      text: `with ${due}, ${VALUED}, ${revaluedAt(`$${values.length + 1}`)}`,
      values: [...values, this.clock.now()],
    });
    work.enqueue(foundByPlace('on'));
    if (changed?.changes != null) await work.publish(new TransactionsRevalued(changed.changes));
  }
}

// Makes PostgreSQL prefer TID scans. Row-level security adds a condition on the workspace. Without statistics,
// PostgreSQL expects it to match one row, and would scan the whole workspace for each ctid. `off` discourages other
// scans but does not forbid them.
function foundByPlace(others: 'on' | 'off'): Statement {
  return {
    text: `
      select set_config('enable_indexscan', $1, true), set_config('enable_indexonlyscan', $1, true),
        set_config('enable_bitmapscan', $1, true), set_config('enable_seqscan', $1, true)`,
    values: [others],
  };
}

const DUE_COLUMNS = `t.workspace_id, t.id, t.account_id, t.currency, t.date, t.amount, t.base_rate, t.base_amount,
    t.xmin as version, t.ctid as place`;

const ALL = `
  due as (
    select ${DUE_COLUMNS} from ledger_transactions t
    where t.workspace_id = $1 and ($2::uuid is null or t.account_id = $2)
  )`;

const IN_DAYS = `t.date < coalesce($3::date, 'infinity') and (t.date, t.id) > ($4::date, $5::uuid)`;
const IN_RANGE = `t.workspace_id = $1 and t.account_id = $2 and ${IN_DAYS}`;
const IN_RANGE_WITHOUT_ACCOUNT = `t.workspace_id = $1 and t.account_id is null and $2::uuid is null and ${IN_DAYS}`;

// There are few debts without an account. They have their own index, and their currency is in the transaction.
const TOUCHED = `
  ${affectedAccounts('a.workspace_id = $5')}, due as (
    select ${DUE_COLUMNS} from account cross join lateral (
      select t.*, t.xmin, t.ctid from ledger_transactions t
      where t.workspace_id = account.workspace_id and t.account_id = account.id
        and t.date >= account.since and t.date < account.until) t
    union all
    select ${DUE_COLUMNS} from ledger_transactions t
    where t.account_id is null and t.workspace_id = $5
      and t.currency <> workspace_base_currency(t.workspace_id)
      and exists (select from pair where t.date >= pair.since and t.date < pair.until
        and (t.currency in (pair.quote, pair.base)
          or workspace_base_currency(t.workspace_id) in (pair.quote, pair.base)))
  )`;

// Transactions to revalue with their new rates. Looks up the rate once per account, currency and day. Without
// statistics, a join with the rates would be a nested loop over all of them.
const VALUED = `
  looked_up as (
    select due.*, case when row_number() over same = 1
      then ledger_base_rate(workspace_id, account_id, currency, workspace_base_currency(workspace_id), date) end as own
    from due window same as (partition by workspace_id, account_id, currency, date order by id)
  ), valued as materialized (
    select looked_up.*, usable_rate(amount, first_value(own) over same) as rate
    from looked_up window same as (partition by workspace_id, account_id, currency, date order by id)
  )`;

const LOCK = `
  select from ledger_transactions t where t.ctid = any(array(select place from due))
  order by t.workspace_id, t.id for no key update`;

// Updates a row only if it is still the version (xmin) for which the rate was computed, because a concurrent edit sets
// a newer rate. So the old and new amounts are exact. Finds the row by its ctid, which does not depend on statistics.
const revaluedAt = (now: string): string => `
  changed as (
    update ledger_transactions t
    set base_rate = valued.rate, base_amount = convert_money(t.amount, valued.rate), updated_at = ${now}::timestamptz
    from valued
    where t.ctid = valued.place and t.xmin = valued.version and t.base_rate is distinct from valued.rate
    returning t.workspace_id, t.id, t.account_id, t.date, t.type, t.category_id, t.deleted_at, t.base_rate,
      t.base_amount, t.split_count, valued.base_amount as base_amount_before
  ), part as (
    select s.workspace_id, s.transaction_id, s.ordinal, s.type, s.category_id, s.base_amount as base_amount_before,
      changed.account_id, changed.date, changed.deleted_at,
      ${splitBaseAmount('s', 'changed', 's.ordinal = changed.split_count - 1', 'partition by s.workspace_id, s.transaction_id')}
        as base_amount
    from changed join ledger_splits s on s.workspace_id = changed.workspace_id and s.transaction_id = changed.id
    where changed.split_count > 0
  ), parted as (
    update ledger_splits s set base_amount = part.base_amount from part
    where s.workspace_id = part.workspace_id and s.transaction_id = part.transaction_id and s.ordinal = part.ordinal
  ), counted as (
    select workspace_id, account_id, category_id, date, type, base_amount, base_amount_before, deleted_at from changed
    where split_count = 0
    union all
    select workspace_id, account_id, category_id, date, type, base_amount, base_amount_before, deleted_at from part
  ), change as (
    select workspace_id, account_id, category_id, ${countsAs('type', 'counted.workspace_id', 'counted.category_id')} as type,
      date as day, sum(
        case type when 'expense' then 1 else -1 end * (coalesce(base_amount, 0) - coalesce(base_amount_before, 0))) as amount,
      count(base_amount) - count(base_amount_before) as count
    from counted where type in ('expense', 'income') and deleted_at is null
    group by 1, 2, 3, 4, 5
  )
  select json_agg(change)::text as changes from change where amount <> 0 or count <> 0`;
