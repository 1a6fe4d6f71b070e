create or replace function ledger_guard_openings()
returns trigger
language plpgsql as $$
declare
  workspace uuid := coalesce(new.workspace_id, old.workspace_id);
  closed date := (select b.closed_through from ledger_books b where b.workspace_id = workspace);
begin
  if (old.opening_position <> 0 and old.opening_date <= closed) or (new.opening_position <> 0 and new.opening_date <= closed)
  then
    perform ledger_touch_closed(workspace, closed, '{}', '{}');
  end if;
  return null;
end
$$;
create or replace trigger ledger_accounts_guard_insert after insert on ledger_accounts
  for each row when (new.opening_position <> 0) execute function ledger_guard_openings();
create or replace trigger ledger_accounts_guard_update after update on ledger_accounts
  for each row when ((old.opening_position, old.opening_date, old.currency)
    is distinct from (new.opening_position, new.opening_date, new.currency)) execute function ledger_guard_openings();
create or replace trigger ledger_accounts_guard_delete after delete on ledger_accounts
  for each row when (old.opening_position <> 0) execute function ledger_guard_openings();
