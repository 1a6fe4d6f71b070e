-- Returns the given transactions that are live or trashed expenses paid by goals.
create or replace function ledger_goal_expenses(workspace uuid, transactions uuid[])
returns table(goal_id uuid, account_id uuid, amount bigint)
language sql stable parallel safe as $$
  select t.goal_id, t.account_id, t.amount
  from unnest(transactions) as wanted (id)
  cross join lateral (select * from ledger_transactions where workspace_id = workspace and id = wanted.id offset 0) t
  where t.goal_id is not null
$$;
