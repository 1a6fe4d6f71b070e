import type { Day, Statement } from '@app/kernel';

export interface MerchantRow extends Record<string, unknown> {
  readonly accountId: string;
  readonly type: 'expense' | 'income' | 'transfer';
  readonly toAccountId: string | null;
  readonly merchant: string;
  readonly ids: string[];
  readonly dates: Day[];
  readonly amounts: string[];
  /** For each transaction, true if it matched a schedule or would fit one. */
  readonly scheduled: boolean[];
}

/** Maximum number of transactions to analyze, newest first. A household has fewer in three years. */
const MAX_TRANSACTIONS = 20_000;
/** Maximum number of transactions of a merchant. With more, the merchant is a shop rather than a recurring payment. */
const MAX_PER_MERCHANT = 1_000;

export function merchantGroups(workspaceId: string, from: Day, to: Day): Statement {
  return {
    text: `
      with latest as materialized (
        select t.id, t.account_id, t.to_account_id, t.type, t.date, t.amount, t.folded_description, t.schedule_id
        from ledger_schedulable_transactions($1) t
        where t.date between $2 and $3 and t.type in ('expense', 'income', 'transfer')
        order by t.date desc, t.id desc limit ${MAX_TRANSACTIONS}
      ), named as materialized (
        -- The window computes the merchant once per description. A join would be a nested loop until the statistics
        -- include the workspace.
        select labelled.*, first_value(own) over (partition by folded_description order by id) as merchant
        from (
          select latest.*, case when row_number() over (partition by folded_description order by id) = 1
            then ledger_merchant(folded_description) end as own
          from latest) labelled
      ), schedule as materialized (
        select account_id, type, to_account_id, amount, match_tolerance, fold_text(match_text) as folded_text
        from planning_schedules where workspace_id = $1
      ), scheduled as materialized (
        select latest.id from latest join schedule s on s.account_id = latest.account_id and s.type = latest.type
          and s.to_account_id is not distinct from latest.to_account_id
          and abs(latest.amount - s.amount) <= s.match_tolerance
          and (s.folded_text is null or position(s.folded_text in latest.folded_description) > 0)
      )
      select account_id as "accountId", type, to_account_id as "toAccountId", merchant,
        array_agg(id order by date, id) as ids, array_agg(date::text order by date, id) as dates,
        array_agg(amount::text order by date, id) as amounts,
        array_agg(schedule_id is not null or id in (select id from scheduled) order by date, id) as scheduled
      from named
      group by account_id, type, to_account_id, merchant
      having count(*) between 2 and ${MAX_PER_MERCHANT} and (count(*) > 2 or max(date) - min(date) > 300)`,
    values: [workspaceId, from, to],
  };
}
