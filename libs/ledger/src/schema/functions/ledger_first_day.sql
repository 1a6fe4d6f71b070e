create or replace function ledger_first_day(workspace uuid, account uuid)
returns date
language sql stable parallel safe as $$
  select d.day from ledger_account_days d
  where d.workspace_id = workspace and d.account_id = account and d.entries > 0 order by d.day limit 1
$$;
