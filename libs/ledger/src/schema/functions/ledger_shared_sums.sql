-- Sums the payments and shares of each member in live expenses with a payer and shares, by currency.
create or replace function ledger_shared_sums(workspace uuid, first date, last date)
returns table (currency text, member_id uuid, paid numeric, share numeric)
language sql stable as $$
  -- One row for the payer and one for each share. unnest fills the missing payments with nulls.
  select t.currency, side.member_id, coalesce(sum(side.paid), 0), sum(side.share)
  from ledger_transactions t
  cross join unnest(t.paid_by || t.share_member_ids, array[t.amount], 0::bigint || t.share_amounts)
    as side (member_id, paid, share)
  where t.workspace_id = workspace and t.paid_by is not null and t.share_member_ids is not null
    and t.deleted_at is null and t.date between coalesce(first, '-infinity') and coalesce(last, 'infinity')
  group by t.currency, side.member_id
$$;
