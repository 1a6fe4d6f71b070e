-- Returns the sum of the live expenses that each goal pays, in one workspace or in all workspaces if workspace is null.
create or replace function ledger_goal_spending(workspace uuid)
returns table(workspace_id uuid, goal_id uuid, spent bigint)
language sql stable parallel safe as $$
  select t.workspace_id, t.goal_id, sum(t.amount)::bigint from ledger_transactions t
  where (workspace is null or t.workspace_id = workspace) and t.goal_id is not null and t.deleted_at is null
  group by t.workspace_id, t.goal_id
$$;
