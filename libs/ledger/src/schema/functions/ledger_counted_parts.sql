create or replace function ledger_counted_parts()
returns table (
  workspace_id uuid, transaction_id uuid, account_id uuid, category_id uuid, type text, day date,
  amount bigint, is_converted boolean, folded_description text, import_id uuid, is_live boolean,
  tag_ids uuid[]
)
language sql stable parallel safe as $$
  select
    t.workspace_id, t.id, t.account_id, t.category_id, coalesce(c.kind, t.type), t.date,
    case t.type when 'expense' then t.base_amount else -t.base_amount end,
    t.base_amount is not null, split_part(t.search_text, E'\n', 1), t.import_id, t.deleted_at is null, t.tag_ids
  from ledger_transactions t
  left join ledger_categories c on c.workspace_id = t.workspace_id and c.id = t.category_id
  where t.type in ('expense', 'income') and t.split_count = 0
  union all
  select
    t.workspace_id, t.id, t.account_id, s.category_id, coalesce(c.kind, s.type), t.date,
    case s.type when 'expense' then s.base_amount else -s.base_amount end,
    t.base_amount is not null, split_part(t.search_text, E'\n', 1), t.import_id, t.deleted_at is null, t.tag_ids
  from ledger_transactions t
  join lateral (
    select * from ledger_splits o where o.workspace_id = t.workspace_id and o.transaction_id = t.id offset 0) s on s.workspace_id = t.workspace_id and s.transaction_id = t.id
  left join ledger_categories c on c.workspace_id = s.workspace_id and c.id = s.category_id
  where t.type in ('expense', 'income') and t.split_count > 0 and s.type in ('expense', 'income')
$$;
