-- Returns the sums of live expenses paid by goals after a day, by account and day.
create or replace function ledger_goal_expenses_after(workspace uuid, day date)
returns table(account_id uuid, date date, amount bigint)
language sql stable parallel safe as $$
  select t.account_id, t.date, sum(t.amount)::bigint from ledger_transactions t
  where t.workspace_id = workspace and t.goal_id is not null and t.deleted_at is null and t.date > day
  group by t.account_id, t.date
$$;
