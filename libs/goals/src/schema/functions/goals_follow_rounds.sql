-- Sets `live` for the rounds that the transactions record. Rejects a debt with a tanda's contact if the debt records no
-- round, and a change to the amount, type or account of a transaction that records a round.
create or replace function goals_follow_rounds(workspace uuid, transactions uuid[], are_live boolean)
returns void
language plpgsql as $$
begin
  update goals_rounds r set live = are_live
  where r.workspace_id = workspace and r.transaction_id = any(transactions) and r.live <> are_live;
  if exists (
    select from ledger_debts_among(workspace, transactions) debt
    join goals_tandas t on t.workspace_id = workspace and t.contact_id = debt.contact_id
    where not exists (
      select from goals_rounds r
      where r.workspace_id = workspace and r.transaction_id = debt.transaction_id and r.tanda_id = t.id)) then
    raise exception 'a debt with the contact of a tanda records no round'
      using errcode = 'check_violation', constraint = 'goals_rounds_only';
  end if;
  if exists (
    select from goals_rounds r
    join goals_tandas t on t.workspace_id = workspace and t.id = r.tanda_id
    left join ledger_live_transactions(workspace) whole on whole.id = r.transaction_id
    where r.workspace_id = workspace and r.transaction_id = any(transactions) and r.live
      and ((whole.account_id, whole.amount) is distinct from (t.account_id, r.amount)
        or array(
          select debt.type || ' ' || debt.amount from ledger_debts_among(workspace, array[r.transaction_id]) debt
          where debt.contact_id = t.contact_id order by debt.ordinal)
        is distinct from array_remove(array[
          case when r.repaid > 0 then
            case r.kind when 'pay' then 'repayment_made ' else 'repayment_received ' end || r.repaid end,
          case when r.repaid < r.amount then
            case r.kind when 'pay' then 'lent ' else 'borrowed ' end || (r.amount - r.repaid) end], null))) then
    raise exception 'the transaction records a round of a tanda'
      using errcode = 'check_violation', constraint = 'goals_rounds_kept';
  end if;
end
$$;
