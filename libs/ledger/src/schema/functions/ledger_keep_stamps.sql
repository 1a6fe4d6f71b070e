create or replace function ledger_keep_stamps()
returns void
language sql as $$
  select set_config('app.keeps_stamps', 'on', true)
$$;
