-- Sums what each member paid and bears of the live expenses that name a payer and shares, by currency.
create or replace function ledger_shared_sums(workspace uuid, first date, last date)
returns table (currency text, member_id uuid, paid numeric, share numeric)
language sql stable as $$
  with shared as materialized (
    select t.currency, t.paid_by, t.amount, t.share_member_ids, t.share_amounts from ledger_transactions t
    where t.workspace_id = workspace and t.paid_by is not null and t.share_member_ids is not null
      and t.deleted_at is null and t.date between coalesce(first, '-infinity') and coalesce(last, 'infinity')
  )
  select t.currency, t.paid_by, sum(t.amount), 0 from shared t group by 1, 2
  union all
  select t.currency, s.member_id, 0, sum(s.amount)
  from shared t cross join unnest(t.share_member_ids, t.share_amounts) as s (member_id, amount) group by 1, 2
$$;
