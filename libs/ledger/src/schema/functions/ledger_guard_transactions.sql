-- Compares the live transactions of closed days before and after a statement, in every field that must not change.
create or replace function ledger_guard_transactions()
returns trigger
language plpgsql as $$
declare
  workspace uuid;
  closed date;
  touched uuid[];
begin
  if tg_op = 'DELETE' then
    select o.workspace_id into workspace from old_rows o limit 1;
  else
    select n.workspace_id into workspace from new_rows n limit 1;
  end if;
  select b.closed_through into closed from ledger_books b where b.workspace_id = workspace;
  if closed is null then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select array_agg(n.id order by n.date, n.id) into touched
    from new_rows n where n.workspace_id = workspace and n.deleted_at is null and n.date <= closed;
  elsif tg_op = 'DELETE' then
    select array_agg(o.id order by o.date, o.id) into touched
    from old_rows o where o.workspace_id = workspace and o.deleted_at is null and o.date <= closed;
  else
    with before as (
      select id, date, account_id, to_account_id, type, amount, to_amount, currency, category_id
      from old_rows o where o.workspace_id = workspace and o.deleted_at is null and o.date <= closed
    ), after as (
      select id, date, account_id, to_account_id, type, amount, to_amount, currency, category_id
      from new_rows n where n.workspace_id = workspace and n.deleted_at is null and n.date <= closed
    )
    select array_agg(distinct d.id) into touched
    from ((table before except table after) union all (table after except table before)) d;
  end if;
  if touched is not null then
    perform ledger_touch_closed(workspace, closed, touched, case tg_op when 'INSERT' then '{}' else touched end);
  end if;
  return null;
end
$$;
create or replace trigger ledger_transactions_guard_insert after insert on ledger_transactions
  referencing new table as new_rows for each statement execute function ledger_guard_transactions();
create or replace trigger ledger_transactions_guard_update after update on ledger_transactions
  referencing old table as old_rows new table as new_rows for each statement execute function ledger_guard_transactions();
create or replace trigger ledger_transactions_guard_delete after delete on ledger_transactions
  referencing old table as old_rows for each statement execute function ledger_guard_transactions();
