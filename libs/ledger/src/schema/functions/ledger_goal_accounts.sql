-- Returns the goals and the accounts of the live and trashed expenses that they pay.
create or replace function ledger_goal_accounts(workspace uuid)
returns table(goal_id uuid, account_id uuid)
language sql stable parallel safe as $$
  select distinct t.goal_id, t.account_id from ledger_transactions t
  where t.workspace_id = workspace and t.goal_id is not null
$$;
