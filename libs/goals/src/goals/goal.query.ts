import type { Day, Statement } from '@app/kernel';
import { Money } from '@app/kernel';
import type { FundingFrequency } from './funding.js';
import type { StoredGoal } from './goal.js';

export interface GoalRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly currency: string;
  readonly target: string;
  readonly targetDate: Day | null;
  readonly saved: string;
  readonly spent: string;
  readonly shortfall: string;
  readonly every: FundingFrequency | null;
  readonly amount: string | null;
  readonly from: Day | null;
  readonly isFundedToday: boolean;
  readonly heldByBank: boolean;
  readonly priority: number;
  readonly archivedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * SQL that selects the goals of the workspace `$1` with their shortfalls. If an account lacks money, the goal with the
 * largest priority number is the first to be short. Goals with equal priority become short in reverse list order.
 */
export const COVERED_GOALS = `
  select g.*, a.currency, fold_text(g.name) collate "C" as folded_name,
    greatest(0, least(g.saved, sum(g.saved) over account - a.balance
      - coalesce(sum(g.saved) over (partition by g.account_id
          order by g.priority desc, fold_text(g.name) collate "C" desc, g.id desc
          rows between unbounded preceding and 1 preceding), 0)))::bigint as shortfall
  from goals_goals g join ledger_asset_accounts($1) a on a.id = g.account_id
  where g.workspace_id = $1
  window account as (partition by g.account_id)`;

/** Filters for goals. Null or missing filters do not apply. */
export interface GoalFilter {
  readonly id?: string;
  readonly archived?: boolean | 'all';
}

/** Returns the statement that reads goals in list order. */
export function selectGoals(workspaceId: string, today: Day, filter: GoalFilter): Statement {
  const { id = null, archived = 'all' } = filter;
  return {
    name: 'goals.goals',
    text: `
      select g.id, g.name, g.account_id as "accountId", g.currency, g.target, g.target_date::text as "targetDate", g.saved,
        g.spent, g.shortfall, g.funding_every as every, g.funding_amount as amount, g.funding_from::text as from,
        coalesce((select sum(m.amount) > 0 from goals_moves m
          where m.workspace_id = $1 and m.goal_id = g.id and m.date = $2), false) as "isFundedToday",
        g.held_by_bank as "heldByBank", g.priority, instant_text(g.archived_at) as "archivedAt",
        instant_text(g.created_at) as "createdAt", instant_text(g.updated_at) as "updatedAt"
      from (${COVERED_GOALS}) g
      where ($3::uuid is null or g.id = $3) and ($4::boolean is null or (g.archived_at is not null) = $4)
      order by g.priority, g.folded_name, g.id`,
    values: [workspaceId, today, id, archived === 'all' ? null : archived],
  };
}

export function storedGoal(row: GoalRow): StoredGoal {
  const { currency, every, amount, from, ...goal } = row;
  const money = (minor: string) => Money.ofMinor(BigInt(minor), currency);
  return {
    ...goal,
    target: money(row.target),
    saved: money(row.saved),
    spent: money(row.spent),
    shortfall: money(row.shortfall),
    funding: every === null ? null : { every, amount: money(amount!), from: from! },
  };
}

/** Returns the statement that recomputes the amount set aside in an account. The caller must lock the account. */
export function putSetAside(workspaceId: string, accountId: string): Statement {
  return {
    name: 'goals.put-set-aside',
    text: 'select goals_put_set_aside($1, array[$2]::uuid[])',
    values: [workspaceId, accountId],
  };
}

/** Returns the statement that removes a goal from the transactions that it paid for. */
export function forgetGoal(workspaceId: string, goalId: string): Statement {
  return { text: 'select ledger_forget_goal($1, $2)', values: [workspaceId, goalId] };
}

/** Returns the statement that sums the expenses paid by goals after a day, by account and day. */
export function selectComingExpenses(workspaceId: string, after: Day): Statement {
  return {
    name: 'goals.coming-expenses',
    text: `
      select account_id as "accountId", date::text as date, amount from ledger_goal_expenses_after($1, $2)`,
    values: [workspaceId, after],
  };
}
