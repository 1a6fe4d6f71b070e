create or replace function ledger_forget_goal(workspace uuid, goal uuid)
returns void
language sql as $$
  update ledger_transactions t set goal_id = null where t.workspace_id = workspace and t.goal_id = goal
$$;
