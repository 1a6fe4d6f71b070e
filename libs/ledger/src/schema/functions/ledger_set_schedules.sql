create or replace function ledger_set_schedules(workspace uuid, transactions uuid[], schedules uuid[])
returns void
language sql as $$
  update ledger_transactions t set schedule_id = given.schedule
  from unnest(transactions, schedules) as given (id, schedule)
  where t.workspace_id = workspace and t.id = given.id and t.schedule_id is distinct from given.schedule
$$;
