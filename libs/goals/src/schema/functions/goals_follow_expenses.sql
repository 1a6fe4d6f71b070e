-- Adds the amounts of expenses to the spent amounts of goals and subtracts them from the saved amounts. Does the
-- reverse if sign is -1. before contains the expenses before an edit. Locks the accounts first, like all code that
-- writes a goal's figures. An archived goal stays empty: money that returns to it becomes free immediately.
create or replace function goals_follow_expenses(workspace uuid, transactions uuid[], sign integer, before json, today date)
returns void
language plpgsql as $$
declare
  changed json;
begin
  select json_agg(change) into changed from (
    select goal_id, account_id, sum(amount)::bigint as amount from (
      select goal_id, account_id, sign * amount as amount from ledger_goal_expenses(workspace, transactions)
      union all
      select goal_id, account_id, -amount
      from json_to_recordset(before) as b (goal_id uuid, account_id uuid, amount bigint)) side
    group by goal_id, account_id having sum(amount) <> 0) change;
  if changed is null then
    return;
  end if;
  perform ledger_lock_accounts(workspace, array(
    select distinct account_id from json_to_recordset(changed) as c (account_id uuid)));
  if exists (
    select from json_to_recordset(changed) as c (goal_id uuid, account_id uuid, amount bigint)
    where c.amount > 0 and not exists (
      select from goals_goals g
      where g.workspace_id = workspace and g.id = c.goal_id and g.account_id = c.account_id)) then
    raise exception 'a transaction names no goal of its account'
      using errcode = 'foreign_key_violation', constraint = 'goals_goal_of_account';
  end if;
  with change as (
    select c.* from json_to_recordset(changed) as c (goal_id uuid, account_id uuid, amount bigint)
    join goals_goals g on g.workspace_id = workspace and g.id = c.goal_id and g.account_id = c.account_id
  ), released as (
    insert into goals_moves (workspace_id, goal_id, id, amount, date)
    select workspace, g.id, ordered_id((extract(epoch from statement_timestamp()) * 1000)::bigint, 0), change.amount, today
    from change join goals_goals g on g.workspace_id = workspace and g.id = change.goal_id
    where g.archived_at is not null and change.amount < 0
  )
  update goals_goals g set spent = g.spent + change.amount,
    saved = g.saved - case when g.archived_at is not null then greatest(change.amount, 0) else change.amount end
  from change where g.workspace_id = workspace and g.id = change.goal_id;
  perform goals_put_set_aside(workspace, array(
    select distinct account_id from json_to_recordset(changed) as c (account_id uuid)));
end
$$;
