create or replace function ledger_card_days(workspace uuid, account uuid, since date, until date)
returns table(day date, charged bigint, paid bigint)
language sql stable parallel safe as $$
  select d.day, d.lowered, d.moved + d.lowered from ledger_account_days d
  where d.workspace_id = workspace and d.account_id = account and d.day between since and until
$$;
