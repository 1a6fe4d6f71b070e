-- Sets created_at and updated_at. A restore preserves the exported times (see ledger_keep_stamps).
create or replace function ledger_stamp_change()
returns trigger
language plpgsql as $$
begin
  if current_setting('app.keeps_stamps', true) = 'on' then
    return new;
  end if;
  new.updated_at := date_trunc('milliseconds', statement_timestamp());
  if tg_op = 'INSERT' then
    new.created_at := new.updated_at;
  end if;
  return new;
end
$$;
create or replace trigger ledger_transactions_stamp before insert or update on ledger_transactions
  for each row execute function ledger_stamp_change();
