-- Compares the live transactions of closed days, or their splits, before and after a statement. Only contacts, notes
-- and base amounts may change.
create or replace function ledger_guard_books()
returns trigger
language plpgsql as $$
declare
  is_split boolean := tg_table_name = 'ledger_splits';
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
  if is_split and tg_op = 'INSERT' then
    touched := array(select distinct n.transaction_id from new_rows n);
  elsif is_split and tg_op = 'DELETE' then
    touched := array(select distinct o.transaction_id from old_rows o);
  elsif is_split then
    with before as (select transaction_id, ordinal, type, amount, category_id from old_rows),
    after as (select transaction_id, ordinal, type, amount, category_id from new_rows)
    select array_agg(distinct d.transaction_id) into touched
    from ((table before except table after) union all (table after except table before)) d;
  elsif tg_op = 'INSERT' then
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
  if is_split then
    select array_agg(t.id order by t.date, t.id) into touched from ledger_transactions t
    where t.workspace_id = workspace and t.id = any(touched) and t.deleted_at is null and t.date <= closed;
  end if;
  if touched is not null then
    perform ledger_touch_closed(workspace, closed, touched, case when is_split or tg_op <> 'INSERT' then touched else '{}' end);
  end if;
  return null;
end
$$;
create or replace trigger ledger_transactions_guard_insert after insert on ledger_transactions
  referencing new table as new_rows for each statement execute function ledger_guard_books();
create or replace trigger ledger_transactions_guard_update after update on ledger_transactions
  referencing old table as old_rows new table as new_rows for each statement execute function ledger_guard_books();
create or replace trigger ledger_transactions_guard_delete after delete on ledger_transactions
  referencing old table as old_rows for each statement execute function ledger_guard_books();
create or replace trigger ledger_splits_guard_insert after insert on ledger_splits
  referencing new table as new_rows for each statement execute function ledger_guard_books();
create or replace trigger ledger_splits_guard_update after update on ledger_splits
  referencing old table as old_rows new table as new_rows for each statement execute function ledger_guard_books();
create or replace trigger ledger_splits_guard_delete after delete on ledger_splits
  referencing old table as old_rows for each statement execute function ledger_guard_books();
