create or replace function ledger_cards(workspace uuid)
returns table (
  account_id uuid, name text, currency text, status text, owed bigint, opening_owed bigint,
  opening_date date, credit_limit bigint, cut_off_day smallint, payment_days smallint,
  pay_from_id uuid
)
language sql stable parallel safe as $$
  select a.id, a.name, a.currency, a.status, -a.position, -a.opening_position, a.opening_date,
    a.card_credit_limit, a.card_cut_off_day, a.card_payment_days, a.card_pay_from_id
  from ledger_accounts a where a.workspace_id = workspace and a.card_credit_limit is not null
$$;
