-- Compares the splits of live transactions of closed days before and after a statement. Contacts, notes and base amounts
-- may change.
create or replace function ledger_guard_splits()
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
    touched := array(select distinct n.transaction_id from new_rows n);
  elsif tg_op = 'DELETE' then
    touched := array(select distinct o.transaction_id from old_rows o);
  else
    with before as (
      select transaction_id, ordinal, type, amount, category_id from old_rows
    ), after as (
      select transaction_id, ordinal, type, amount, category_id from new_rows
    )
    select array_agg(distinct d.transaction_id) into touched
    from ((table before except table after) union all (table after except table before)) d;
  end if;
  select array_agg(t.id order by t.date, t.id) into touched
  from ledger_transactions t
  where t.workspace_id = workspace and t.id = any(touched) and t.deleted_at is null and t.date <= closed;
  if touched is not null then
    perform ledger_touch_closed(workspace, closed, touched, touched);
  end if;
  return null;
end
$$;
create or replace trigger ledger_splits_guard_insert after insert on ledger_splits
  referencing new table as new_rows for each statement execute function ledger_guard_splits();
create or replace trigger ledger_splits_guard_update after update on ledger_splits
  referencing old table as old_rows new table as new_rows for each statement execute function ledger_guard_splits();
create or replace trigger ledger_splits_guard_delete after delete on ledger_splits
  referencing old table as old_rows for each statement execute function ledger_guard_splits();
