create or replace function ledger_base_rate(
  workspace uuid, account uuid, currency text, base text, on_day date
)
returns bigint
language sql stable parallel safe as $$
  select coalesce(
    (select fixed_rate from ledger_accounts where workspace_id = workspace and id = account and fx_mode = 'fixed'),
    (select rate from fx_rate_on(workspace, currency, base, on_day)))
$$;
